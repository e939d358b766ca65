package dev.mandate.ports.spi.keys;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Ed25519 keys (RFC 8032) of managed signers. Private keys never leave it, and it signs nothing but an {@link AuthorizedMessage}. Safe from any
 * thread, and from several processes of one deployment.
 *
 * <p>A vault may be away for a while. Then every call is answered {@link VaultFault.Unavailable}; {@link VaultFault.UnknownKey}, or no address, is the
 * answer of a vault that is there and has no such key. Within ten seconds of its return calls are served again, by the same instance.
 */
public interface KeyVault extends AutoCloseable {

    /** The address of the key with this id; none if it was never made, or was destroyed. Where there are two, as {@link #ensure} answers. */
    Either<VaultFault, Option<Address>> find(Tenant tenant, ManagedKeyId id);

    /**
     * The address of the key with this id. The key is made if it does not exist. Concurrent calls and repetitions get the same address. When
     * this returns, the key is durable.
     */
    Either<VaultFault, Address> ensure(Tenant tenant, ManagedKeyId id);

    /**
     * The same for an id of which machines without a common lock may have made two keys: {@code known} if it is the address of one of them.
     * Whatever {@link #ensure(Tenant, ManagedKeyId)} answers, each of them signs.
     */
    default Either<VaultFault, Address> ensure(Tenant tenant, ManagedKeyId id, Address known) {
        return ensure(tenant, id);
    }

    /** The Ed25519 signature of the message; the same every time. */
    Either<VaultFault, Signature> sign(AuthorizedMessage message);

    /**
     * Destroys the key with this id for good. Repeating this has no effect, nor has it for a key that was never made. When this returns, no
     * instance signs with the key. Its id must not be used again.
     *
     * @return why the key may still exist; none if it does not
     */
    Option<VaultFault> destroy(Tenant tenant, ManagedKeyId id);

    /** The journal that the vault belongs to; none if this kind of vault cannot remember one. */
    default Option<JournalBinding> journalBinding() {
        return Option.none();
    }

    /** Forgets what opened it. Later calls answer {@link VaultFault.Unavailable}. Closing again has no effect. */
    @Override
    void close();
}
