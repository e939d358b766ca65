package dev.mandate.testkit.exposure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.exposure.Exposures;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.generators.AccountSettings;
import dev.mandate.testkit.generators.HistoryParticipants;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whether somebody can still govern an account, against the search for who can take it over by the rules. */
class GovernabilityProperties {

    private static final HistoryParticipants CAST = HistoryParticipants.STANDARD;
    private static final SmartAccountRules RULES = new SmartAccountRules();
    private static final Address VAULT = TestKey.of("vault").address();

    @Provide
    Arbitrary<Command.CreateAccount> creations() {
        return AccountSettings.creations(CAST);
    }

    @Provide
    Arbitrary<Set<Address>> able() {
        return Arbitraries.of(CAST.people().toJavaList()).set().map(HashSet::ofAll);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void anAccountIsGovernableIfThoseWhoCanActCanTakeItOver(@ForAll("creations") Command.CreateAccount create, @ForAll("able") Set<Address> able) {
        UnixTime start = new UnixTime(0);
        Option<SmartAccount> made = RULES.decide(Option.none(), create, start).toOption().flatMap(events -> RULES.fold(Option.none(), events));
        Assume.that(made.isDefined());
        SmartAccount account = made.get();
        Exposures exposures = Exposures.ofRules(RULES, VAULT, account);
        boolean canTake = exposures.of(able, exposures.lockOver()).control().isDefined();

        assertEquals(
                canTake && account.settings().admin().holder().forAll(able::contains),
                account.settings().isGovernable(able::contains, VAULT));
    }
}
