package dev.mandate.ports.spi.keys;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;

/**
 * The id of an account's creation, known before the account has an address.
 *
 * @param text {@code crt_} and 64 of 0-9 and a-f; 32 of them in orders that were recorded before create keys had a secret of their own
 */
public record CreationId(String text) {

    private static final int LENGTH = "crt_".length() + 2 * Bytes32.LENGTH;

    public CreationId {
        if (!text.matches("crt_([0-9a-f]{32}|[0-9a-f]{64})")) {
            throw new IllegalArgumentException("no id of a creation");
        }
    }

    /** The id of these 32 bytes. */
    public static CreationId of(Bytes32 hash) {
        return new CreationId("crt_" + Bytes.of(hash.toArray()).toHex());
    }

    /** The secret from which the create key of an id follows. */
    public enum Source {
        /** The secret of create keys. */
        CREATION_SECRET,
        /** The operator's secret. */
        OPERATOR_SECRET
    }

    /** The secret from which its create key follows. */
    public Source source() {
        return text.length() == LENGTH ? Source.CREATION_SECRET : Source.OPERATOR_SECRET;
    }

    @Override
    public String toString() {
        return text;
    }
}
