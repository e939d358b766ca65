package dev.mandate.testkit.naive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Both models agree on every command for a small account, in every state. */
class ExhaustiveWalkTest {

    /** The states of payments and changes, and the states from which they can be executed or closed. */
    private static final Set<String> EVERYTHING = Set.of(
            "new",
            "payment recorded",
            "payment draft",
            "payment active",
            "payment approved",
            "payment rejected",
            "payment cancelled",
            "payment executed",
            "stale payment recorded",
            "stale payment draft",
            "stale payment active",
            "stale payment approved",
            "stale payment rejected",
            "stale payment cancelled",
            "stale payment executed",
            "change recorded",
            "change draft",
            "change active",
            "change approved",
            "change rejected",
            "change cancelled",
            // A change of the rent collector, which does not make transactions stale.
            "change executed",
            "stale change recorded",
            "stale change draft",
            "stale change active",
            "stale change approved",
            "stale change rejected",
            "stale change cancelled",
            "stale change executed",
            "closed",
            "orphaned draft",
            "orphaned active",
            "orphaned approved",
            "orphaned rejected",
            "orphaned cancelled",
            "stale orphaned draft",
            "stale orphaned active",
            "stale orphaned approved",
            "stale orphaned rejected",
            "stale orphaned cancelled",
            "executed: payment approved",
            "executed: stale payment approved",
            "executed: change approved",
            "closed: payment rejected",
            "closed: payment cancelled",
            "closed: payment executed",
            "closed: stale payment recorded",
            "closed: stale payment draft",
            "closed: stale payment active",
            "closed: stale payment rejected",
            "closed: stale payment cancelled",
            "closed: stale payment executed",
            "closed: change rejected",
            "closed: change cancelled",
            "closed: change executed",
            "closed: stale change recorded",
            "closed: stale change draft",
            "closed: stale change active",
            "closed: stale change approved",
            "closed: stale change rejected",
            "closed: stale change cancelled",
            "closed: stale change executed");

    /** Accepted, and every refusal that is possible without spending limits. */
    private static final Set<Integer> EVERY_CODE = Set.of(
            NaiveMultisig.OK, NaiveMultisig.IN_USE, 3012, 6000, 6003, 6004, 6005, 6007, 6008, 6009, 6010, 6011, 6012,
            6015, 6016, 6017, 6018, 6020, 6021, 6022, 6028, 6030, 6032, 6033);

    @Tag("full")
    @Test
    void bothModelsAgreeOnEveryAccountOfUpToThreePeople() {
        assertComplete(walk(3));
    }

    @Tag("full")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    @Test
    void bothModelsAgreeOnEveryAccountOfUpToFourPeople() {
        assertComplete(walk(4));
    }

    private static ExhaustiveWalk walk(int people) {
        ExhaustiveWalk walk = new ExhaustiveWalk(people);
        walk.run();
        System.out.printf(
                "exhaustive walk, up to %d signers: %,d states, %,d commands (%,d accepted), no difference%n",
                people, walk.states(), walk.transitions(), walk.accepted());
        return walk;
    }

    private static void assertComplete(ExhaustiveWalk walk) {
        assertEquals(EVERYTHING, new TreeSet<>(walk.reached()));
        assertEquals(EVERY_CODE, new TreeSet<>(walk.codes()));
    }
}
