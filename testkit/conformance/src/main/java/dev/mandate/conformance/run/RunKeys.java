package dev.mandate.conformance.run;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.Ed25519Key;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.Base64;

/** Keys of a run, made from its id and their names. */
record RunKeys(String run) {

    Ed25519Key of(String name) {
        return Ed25519Key.ofSeed(Bytes.of(Sha256.of("conformance:" + run + ":" + name).toArray()));
    }

    Address address(String name) {
        return of(name).address();
    }

    /** Signs a base64 transaction in the slots of these keys, or says why it cannot. */
    Either<String, String> sign(String transaction, Array<String> names) {
        return decoded(transaction)
                .flatMap(bytes -> WireTransaction.parse(bytes).mapLeft(problem -> "no transaction: " + problem))
                .flatMap(unsigned -> names.foldLeft(Either.<String, WireTransaction>right(unsigned), (signed, name) -> signed.flatMap(before -> before
                        .withSignature(address(name), of(name).sign(before.message().serialize()))
                        .mapLeft(problem -> name + " has no place to sign"))))
                .map(signed -> Base64.getEncoder().encodeToString(signed.serialize().toArray()));
    }

    private static Either<String, Bytes> decoded(String base64) {
        try {
            return Either.right(Bytes.of(Base64.getDecoder().decode(base64)));
        } catch (IllegalArgumentException malformed) {
            return Either.left("not base64");
        }
    }
}
