package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.collection.Set;

/**
 * Voters beside those of an account, without whom nothing is approved. Of {@code v} voters who decide by {@code t}, the others get {@code v − t + 1}
 * votes, and the threshold becomes {@code v + 1}: all former voters together do not reach it, any {@code t} of them and the others do, and the others
 * alone do not.
 *
 * @param count how many voters are added
 */
public record NecessaryVoters(int count, Threshold threshold) {

    /** The voters that make themselves necessary in {@code roster}. */
    public static NecessaryVoters of(Roster roster) {
        int voters = roster.count(Permission.CAN_VOTE);
        return new NecessaryVoters(voters - roster.threshold().value() + 1, new Threshold(voters + 1));
    }

    /** Whether neither the voters without {@code these} reach the threshold nor {@code these} alone. */
    public static boolean areNecessary(Roster roster, Set<Address> these) {
        int others = others(roster, these).length();
        int threshold = roster.threshold().value();
        return others < threshold && roster.count(Permission.CAN_VOTE) - others < threshold;
    }

    /**
     * How many voters beside {@code these} decide, and the threshold once these are taken out: where they are necessary, as many as must vote with
     * them; otherwise the threshold as it is, where there are so many.
     */
    public static Threshold without(Roster roster, Set<Address> these) {
        int others = others(roster, these).length();
        int with = areNecessary(roster, these) ? roster.count(Permission.CAN_VOTE) - others : 0;
        return new Threshold(Math.max(1, Math.min(others, roster.threshold().value() - with)));
    }

    private static Array<Address> others(Roster roster, Set<Address> these) {
        return roster.holders(Permission.CAN_VOTE).reject(these::contains);
    }
}
