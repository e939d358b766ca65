package dev.mandate.domain.chain;

/**
 * An account as an instruction names it.
 *
 * @param signer its key must sign the transaction
 * @param writable the instruction may change it
 */
public record AccountMeta(Address address, boolean signer, boolean writable) {

    public static AccountMeta readonly(Address address) {
        return new AccountMeta(address, false, false);
    }

    public static AccountMeta writable(Address address) {
        return new AccountMeta(address, false, true);
    }

    public static AccountMeta signer(Address address) {
        return new AccountMeta(address, true, false);
    }

    public static AccountMeta writableSigner(Address address) {
        return new AccountMeta(address, true, true);
    }
}
