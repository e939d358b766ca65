package dev.mandate.adapters.store.jdbc;

import java.sql.SQLException;

/** A row holds what this store never wrote. The message says which row, and what is wrong with it. */
public final class DamagedRow extends SQLException {

    private static final long serialVersionUID = 1L;

    DamagedRow(String message, Throwable cause) {
        super(message, cause);
    }
}
