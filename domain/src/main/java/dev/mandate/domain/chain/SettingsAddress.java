package dev.mandate.domain.chain;

/**
 * The address of a smart account's settings: in Squads v4, of its {@code Multisig} account. Its text is base58.
 *
 * <p>No key signs for it and no instruction spends from it, so funds sent there are lost. It is a type of its own, and so cannot be
 * passed where a smart account, a destination or a signer is expected.
 *
 * @param address the same 32 bytes, for lists of accounts that hold addresses of every kind
 */
public record SettingsAddress(Address address) {

    /** Returns the base58 text. */
    @Override
    public String toString() {
        return address.toString();
    }
}
