package dev.mandate.ports.spi.keys;

/**
 * The id of an account's creation, known before the account has an address.
 *
 * @param text {@code crt_} and 32 of 0-9 and a-f
 */
public record CreationId(String text) {

    public CreationId {
        if (!text.matches("crt_[0-9a-f]{32}")) {
            throw new IllegalArgumentException("no id of a creation");
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
