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

    /** Whether no set of voters without {@code these} reaches the threshold. */
    public static boolean areNecessary(Roster roster, Set<Address> these) {
        return others(roster, these).length() < roster.threshold().value();
    }

    /** The threshold once {@code these} are taken out: as many of the others as decided together with them, where there are so many. */
    public static Threshold without(Roster roster, Set<Address> these) {
        Array<Address> others = others(roster, these);
        int voting = roster.count(Permission.CAN_VOTE) - others.length();
        return new Threshold(Math.max(1, Math.min(others.length(), roster.threshold().value() - voting)));
    }

    private static Array<Address> others(Roster roster, Set<Address> these) {
        return roster.holders(Permission.CAN_VOTE).reject(these::contains);
    }
}
