package dev.mandate.simulator.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.keys.AuthorizedCreation;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.keys.OperatorKey;
import dev.mandate.ports.spi.keys.VaultFault;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/** An operator's keys, derived from a label. Anyone can derive them. */
public final class TestOperatorKey implements OperatorKey {

    private final String label;
    private final TestKey feePayer;

    /** Creates the keys of the operator with {@code label}. */
    public TestOperatorKey(String label) {
        this.label = label;
        this.feePayer = TestKey.of(label + "/fee payer");
    }

    @Override
    public Address feePayer() {
        return feePayer.address();
    }

    @Override
    public Address createKey(CreationId id) {
        return keyOf(id).address();
    }

    @Override
    public Bytes32 nameFor(String purpose) {
        return Sha256.of(label + "/" + purpose);
    }

    @Override
    public Either<VaultFault, Array<Signature>> sign(AuthorizedCreation creation) {
        KeyRing keys = KeyRing.of(feePayer, keyOf(creation.id()));
        return Either.right(creation.transaction()
                .signers()
                .map(signer -> keys.keys()
                        .get(signer)
                        .getOrElseThrow(() -> new IllegalArgumentException("no key of the operator's: " + signer))
                        .sign(creation.transaction().message())));
    }

    @Override
    public Signature signAsCreateKey(AuthorizedCreation creation) {
        return keyOf(creation.id()).sign(creation.transaction().message());
    }

    private TestKey keyOf(CreationId id) {
        return TestKey.of(label + "/" + id.text());
    }
}
