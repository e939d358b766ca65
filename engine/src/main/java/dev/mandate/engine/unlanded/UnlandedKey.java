package dev.mandate.engine.unlanded;

import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.control.Option;

/**
 * A key of the vault that a builder has used.
 *
 * @param account in which it is used; none while the account is not built yet
 * @param builtAt when it was last used in a build
 * @param nonce by which the newest transaction with it lives; none: by a recent blockhash
 */
public record UnlandedKey(
        ManagedKeyId id, KeyPurpose purpose, Option<AccountRef> account, UnixTime builtAt, Option<NonceUse> nonce) {

    /** What was built so long ago waits no longer, if it cannot land any more. */
    private static final long KEPT_SECONDS = 86_400;

    public boolean isOf(Option<AccountRef> other) {
        return account.map(AccountRef::address).equals(other.map(AccountRef::address));
    }

    public boolean isFree() {
        return purpose instanceof KeyPurpose.Free;
    }

    public boolean isSigner() {
        return purpose instanceof KeyPurpose.Signer;
    }

    public boolean isOld(UnixTime now) {
        return now.secondsSince(builtAt) > KEPT_SECONDS;
    }

    UnlandedKey builtAgain(UnixTime now) {
        return new UnlandedKey(id, purpose, account, now, nonce);
    }

    UnlandedKey used(KeyPurpose next, Option<AccountRef> of, UnixTime now) {
        return new UnlandedKey(id, next, of, now, Option.none());
    }

    UnlandedKey livingBy(NonceUse use) {
        return new UnlandedKey(id, purpose, account, builtAt, Option.some(use));
    }

    UnlandedKey free() {
        return new UnlandedKey(id, new KeyPurpose.Free(), Option.none(), builtAt, Option.none());
    }
}
