package dev.mandate.engine.intent;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.ApprovalProblem;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Whose keys the engine holds, and who decides what these sign. */
public interface ManagedAuthorities {

    /** No key is held. */
    ManagedAuthorities NONE = new ManagedAuthorities() {
        @Override
        public Option<Either<ApprovalProblem, String>> approval(Address signer, Bytes content, Bytes signature) {
            return Option.none();
        }

        @Override
        public Array<Address> policySigners(Address account) {
            return Array.empty();
        }
    };

    /**
     * The public key in hexadecimal of the session or secp256k1 key that signed {@code content} for a managed signer; none if the signer's key is not
     * managed here.
     */
    Option<Either<ApprovalProblem, String>> approval(Address signer, Bytes content, Bytes signature);

    /** The addresses of the engine's voters for an account; they need not be its signers now. */
    Array<Address> policySigners(Address account);
}
