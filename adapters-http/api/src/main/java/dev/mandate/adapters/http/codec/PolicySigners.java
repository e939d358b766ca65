package dev.mandate.adapters.http.codec;

import dev.mandate.domain.account.NecessaryVoters;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;

/**
 * The engine's own voters in an account.
 *
 * @param addresses those that are its signers
 * @param enforcement who enforces its filters and allowlists
 */
public record PolicySigners(Array<Address> addresses, Enforcement enforcement) {

    /** An account without the engine's voters. */
    public static final PolicySigners NONE = new PolicySigners(Array.empty(), Enforcement.ENGINE);

    /** The grade of enforcement of a rule of the engine. */
    public enum Enforcement {
        /** Nothing is approved without the engine's votes, and it votes for nothing that breaks the rule. */
        COSIGNER,
        /** Refused when built, signed or submitted here. */
        ENGINE
    }

    /** Those of {@code known} that are signers in {@code roster}. */
    public static PolicySigners in(Roster roster, Array<Address> known) {
        Array<Address> present = known.filter(address -> roster.find(address).isDefined());
        return new PolicySigners(
                present, NecessaryVoters.areNecessary(roster, present.toSet()) ? Enforcement.COSIGNER : Enforcement.ENGINE);
    }
}
