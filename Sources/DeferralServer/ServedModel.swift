// Server: queries in, answers out.
