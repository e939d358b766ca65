package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentAuthority;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.IntentRefusal;
import dev.mandate.domain.intent.IntentRules;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.IntentValue;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.testkit.generators.HistoryParticipants;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** What was signed is what is asked, for now, by those who may ask. */
class IntentRulesProperties {

    private static final UnixTime NOW = new UnixTime(1_764_547_200);
    private static final Array<Address> PEOPLE = HistoryParticipants.STANDARD.people();
    private static final Array<Address> SIGNERS = PEOPLE.take(4);
    private static final Address ADMIN = PEOPLE.get(4);
    private static final IntentTerms TERMS = IntentTerms.of("try").with("amount", "5").with("count", new IntentValue.Whole(7));
    private static final Intent INTENT = intent(Network.DEVNET, ADMIN, TERMS, 60);

    private static Intent intent(Network network, Address account, IntentTerms terms, long seconds) {
        return new Intent(network, account, terms, new IntentNonce("00112233445566778899aabbccddeeff"), NOW.plusSeconds(seconds));
    }

    @Provide
    Arbitrary<Set<Address>> people() {
        return Arbitraries.of(PEOPLE.asJava()).set();
    }

    @Property
    void signersThatVoteCountUpToTheThresholdAndTheAdminAlone(
            @ForAll @IntRange(min = 1, max = 4) int voters,
            @ForAll @IntRange(min = 1, max = 4) int threshold,
            @ForAll boolean administered,
            @ForAll("people") Set<Address> signed) {
        Settings settings = Settings.ofNewAccount(
                        SIGNERS.zipWithIndex((address, index) -> new Signer(
                                address, index < voters ? Permissions.ALL : Permissions.of(Permission.CAN_INITIATE, Permission.CAN_EXECUTE))),
                        new Threshold(Math.min(threshold, voters)),
                        TimeLock.NONE,
                        administered ? new AdminControl.HeldBy(ADMIN) : new AdminControl.None(),
                        Option.none())
                .get();
        int votes = SIGNERS.take(voters).count(signed::contains);
        Either<IntentRefusal, Intent> expected = votes >= Math.min(threshold, voters) || (administered && signed.contains(ADMIN))
                ? Either.right(INTENT)
                : Either.left(new IntentRefusal.BelowThreshold(
                        Array.ofAll(signed).sorted(), votes, Math.min(threshold, voters), Option.when(administered, ADMIN)));

        assertEquals(
                expected,
                IntentRules.requireAuthority(INTENT, new IntentAuthority.ThresholdOrAdmin(), settings, HashSet.empty(), HashSet.ofAll(signed)));
    }

    @Property
    void oneOfThoseEntitledSuffices(@ForAll("people") Set<Address> signed, @ForAll("people") Set<Address> entitled) {
        Settings settings = Settings.ofNewAccount(
                        Array.of(new Signer(ADMIN, Permissions.ALL)), new Threshold(1), TimeLock.NONE, new AdminControl.None(), Option.none())
                .get();
        Either<IntentRefusal, Intent> expected = signed.stream().anyMatch(entitled::contains)
                ? Either.right(INTENT)
                : Either.left(new IntentRefusal.NotEntitled(Array.ofAll(signed).sorted(), Array.ofAll(entitled).sorted()));

        assertEquals(
                expected,
                IntentRules.requireAuthority(INTENT, new IntentAuthority.OneOf(HashSet.ofAll(entitled)), settings, HashSet.empty(), HashSet.ofAll(signed)));
    }

    /** An intent is good until the second before its end, which is a day away at most. */
    @Property
    void anIntentIsGoodForADay(@ForAll @LongRange(min = -3, max = 3) long around, @ForAll boolean atTheEnd) {
        Intent intent = intent(Network.DEVNET, ADMIN, TERMS, around + (atTheEnd ? IntentRules.MAX_SECONDS : 0));
        Either<IntentRefusal, Intent> expected = !atTheEnd && around <= 0
                ? Either.left(new IntentRefusal.Expired(intent.expiresAt(), NOW))
                : atTheEnd && around > 0
                        ? Either.left(new IntentRefusal.ExpiresTooLate(intent.expiresAt(), NOW.plusSeconds(IntentRules.MAX_SECONDS)))
                        : Either.right(intent);

        assertEquals(expected, IntentRules.requireInTime(intent, NOW));
    }

    @Example
    void aFieldThatDiffersIsMissingOrIsTooManyIsNamed() {
        assertEquals(Either.right(INTENT), IntentRules.requireContent(INTENT, INTENT.content()));
        assertDiffers("action", intent(Network.DEVNET, ADMIN, new IntentTerms("other", TERMS.own()), 60));
        assertDiffers("amount", intent(Network.DEVNET, ADMIN, TERMS.with("amount", "6"), 60));
        assertDiffers("count", intent(Network.DEVNET, ADMIN, TERMS.with("count", "7"), 60));
        assertDiffers("count", intent(Network.DEVNET, ADMIN, IntentTerms.of("try").with("amount", "5"), 60));
        assertDiffers("more", intent(Network.DEVNET, ADMIN, TERMS.with("more", ""), 60));
        assertDiffers("account", intent(Network.DEVNET, SIGNERS.head(), TERMS, 60));
        assertDiffers("network", intent(Network.MAINNET, ADMIN, TERMS, 60));
        assertDiffers("expires_at", intent(Network.DEVNET, ADMIN, TERMS, 61));
    }

    private static void assertDiffers(String field, Intent signed) {
        assertEquals(
                Either.left(new IntentRefusal.Mismatch(Array.of(field))), IntentRules.requireContent(INTENT, signed.content()));
    }
}
