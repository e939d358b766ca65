package dev.mandate.simulator.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.keys.AuthorizedCreation;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.keys.OperatorKey;
import dev.mandate.ports.spi.keys.VaultFault;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * An operator's keys with an action before each signature.
 *
 * @param beforeSigning an exception that it throws replaces the signatures
 */
public record InterceptedOperatorKey(OperatorKey key, Runnable beforeSigning) implements OperatorKey {

    @Override
    public Address feePayer() {
        return key.feePayer();
    }

    @Override
    public Option<VaultFault> unavailable() {
        return key.unavailable();
    }

    @Override
    public Address createKey(CreationId id) {
        return key.createKey(id);
    }

    @Override
    public Bytes32 nameFor(String purpose) {
        return key.nameFor(purpose);
    }

    @Override
    public Either<VaultFault, Array<Signature>> sign(AuthorizedCreation creation) {
        beforeSigning.run();
        return key.sign(creation);
    }

    @Override
    public Signature signAsCreateKey(AuthorizedCreation creation) {
        beforeSigning.run();
        return key.signAsCreateKey(creation);
    }
}
