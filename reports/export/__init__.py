"""The formats of exports: tables for spreadsheets (CSV and XLSX), and match files (JSON)."""
