package dev.mandate.engine.unlanded;

import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.control.Option;

/**
 * A key of the vault that a builder has used.
 *
 * @param address its address; none until the vault has made it
 * @param account in which it is used; none while the account is not built yet
 * @param builtAt when it was last used in a build
 * @param nonce by which the newest transaction with it lives; none: by a recent blockhash
 */
public record UnlandedKey(
        ManagedKeyId id,
        Option<Address> address,
        KeyPurpose purpose,
        Option<AccountRef> account,
        UnixTime builtAt,
        Option<NonceUse> nonce) {

    /** After so long a key may get another purpose, if its transaction cannot land any more. */
    static final long KEPT_SECONDS = 86_400;

    public boolean isOf(Address smartAccount) {
        return account.exists(own -> own.address().equals(smartAccount));
    }

    public boolean isOf(Option<AccountRef> other) {
        return account.map(AccountRef::address).equals(other.map(AccountRef::address));
    }

    public boolean isFree() {
        return purpose instanceof KeyPurpose.Free;
    }

    public boolean isOld(UnixTime now) {
        return !isFree() && now.secondsSince(builtAt) > KEPT_SECONDS;
    }

    public UnlandedKey at(Address made) {
        return new UnlandedKey(id, Option.some(made), purpose, account, builtAt, nonce);
    }

    /** The same key, used in a build of {@code account} at {@code now}. */
    public UnlandedKey built(Option<AccountRef> of, UnixTime now, Option<NonceUse> by) {
        return new UnlandedKey(id, address, purpose, of.orElse(account), now, by);
    }

    public UnlandedKey used(KeyPurpose next, Option<AccountRef> of, UnixTime now) {
        return new UnlandedKey(id, address, next, of, now, Option.none());
    }
}
