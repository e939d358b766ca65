package dev.mandate.adapters.kms;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.keys.AuthorizedCreation;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.keys.OperatorKey;
import dev.mandate.ports.spi.keys.VaultFault;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The operator's keys: the fee payer is a key of the vault, create keys follow from the creation secret, those of old orders from the operator's. */
public final class VaultOperatorKey implements OperatorKey {

    private final KeyVault vault;
    private final OperatorSecret secret;
    private final CreationSecret creation;
    private final Address feePayer;
    /** A creation asks for its create key several times, and each derivation multiplies a point. */
    private final BoundedCache<CreationId, Address> createKeys = new BoundedCache<>(8);

    private VaultOperatorKey(KeyVault vault, OperatorSecret secret, CreationSecret creation, Address feePayer) {
        this.vault = vault;
        this.secret = secret;
        this.creation = creation;
        this.feePayer = feePayer;
    }

    /** The operator's keys. The fee payer's is made if the vault has none. */
    public static Either<VaultFault, VaultOperatorKey> open(KeyVault vault, OperatorSecret secret, CreationSecret creation) {
        return vault.ensure(AuthorizedMessage.OPERATOR, AuthorizedMessage.FEE_PAYER)
                .map(feePayer -> new VaultOperatorKey(vault, secret, creation, feePayer));
    }

    /** The same keys with the fee payer at this address, if it is one of two keys that machines made at once. */
    public Either<VaultFault, VaultOperatorKey> paidBy(Address known) {
        return vault.ensure(AuthorizedMessage.OPERATOR, AuthorizedMessage.FEE_PAYER, known)
                .map(address -> new VaultOperatorKey(vault, secret, creation, address));
    }

    @Override
    public Address feePayer() {
        return feePayer;
    }

    @Override
    public Option<VaultFault> unavailable() {
        return vault.find(AuthorizedMessage.OPERATOR, AuthorizedMessage.FEE_PAYER)
                .flatMap(found -> found.toEither(() -> new VaultFault.UnknownKey(AuthorizedMessage.FEE_PAYER)))
                .swap()
                .toOption();
    }

    @Override
    public Address createKey(CreationId id) {
        return createKeys.find(id, asked -> switch (asked.source()) {
            case CREATION_SECRET -> creation.createKey(asked);
            case OPERATOR_SECRET -> secret.createKey(asked);
        });
    }

    @Override
    public Bytes32 nameFor(String purpose) {
        return creation.nameFor(purpose);
    }

    @Override
    public Either<VaultFault, Array<Signature>> sign(AuthorizedCreation authorized) {
        if (!authorized.transaction().signers().equals(Array.of(feePayer, createKey(authorized.id())))) {
            throw new IllegalArgumentException("others than fee payer and create key have to sign " + authorized.id());
        }
        return vault.sign(AuthorizedMessage.of(authorized, feePayer))
                .map(paid -> Array.of(paid, signAsCreateKey(authorized)));
    }

    @Override
    public Signature signAsCreateKey(AuthorizedCreation authorized) {
        return switch (authorized.id().source()) {
            case CREATION_SECRET -> creation.signAsCreateKey(authorized);
            case OPERATOR_SECRET -> secret.signAsCreateKey(authorized);
        };
    }

    /** The fee payer's address. */
    @Override
    public String toString() {
        return "operator " + feePayer;
    }
}
