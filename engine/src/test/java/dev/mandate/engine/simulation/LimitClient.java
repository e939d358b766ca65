package dev.mandate.engine.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.refusal.FailureKind;
import dev.mandate.ports.api.refusal.LimitFailures;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.EnumSet;
import java.util.Set;

/**
 * Two limits that the engine keeps, and who uses them. One is for a year: two of the uses that are asked for fit. The chain has it for a month. The
 * other one is for one use: the chain would take three.
 */
final class LimitClient {

    /** Uses of the first limit come first. */
    static final int USES = 6;

    private static final int USES_OF_A_YEAR = 4;
    private static final int MOST_OF_A_YEAR = 2;
    private static final long UNIT = 1_000_000;
    private static final int BASE = 10;
    private static final Array<Address> CREATE_KEYS = Array.of("year", "once").map(name -> TestKey.of("simulation/limit of " + name).address());
    private static final Array<Address> RECEIVERS = Array.of("grocer", "baker").map(name -> TestKey.of("simulation/" + name).address());
    /** HTTP 400, 409 and 422: nothing is reserved. */
    private static final Set<FailureKind> FINAL = EnumSet.of(FailureKind.MALFORMED, FailureKind.CONFLICT, FailureKind.REFUSED);
    /** A little less than an intent may last, since clocks differ. */
    private static final long INTENT_SECONDS = 86_000;

    private final World world;
    private final Array<Address> limits;
    private int intents;

    LimitClient(World world, TenantService service) {
        this.world = world;
        this.limits = Array.of(
                grant(service, CREATE_KEYS.get(0), PolicyPeriod.YEAR, MOST_OF_A_YEAR * UNIT + UNIT / 2),
                grant(service, CREATE_KEYS.get(1), PolicyPeriod.ONE_TIME, 3 * UNIT + UNIT / 2));
    }

    private Address grant(TenantService service, Address createKey, PolicyPeriod period, long amount) {
        PolicyTerms terms = new PolicyTerms(
                createKey, 0, new Token.Sol(), BaseUnits.of(amount), period, Array.of(world.signer()), Array.empty(), Option.none());
        TransactionPlan plan = service.build(new BuildRequest.AddLimit(
                        world.account(), terms, new Authority.Vote(Array.of(world.signer())), BuildOptions.DEFAULT))
                .get();
        var unused = service.submit(
                        world.account(),
                        world.keys().sign(plan.single().unsigned().transaction()),
                        Array.empty(),
                        new Retry.Unnamed())
                .get();
        return plan.limit().get();
    }

    /** The answer to a request. */
    sealed interface Answer {

        record Reserved(Bytes transaction) implements Answer {}

        /** It landed before, and the journal has lost it. */
        record Landed(Signature as) implements Answer {}

        /** Nothing is reserved, since the limit does not allow it now. */
        record NoRoom() implements Answer {}

        /** Nothing is reserved. */
        record Refused() implements Answer {}

        /** The same request may be repeated. */
        record Unknown() implements Answer {}
    }

    private static int limitOf(int use) {
        return use < USES_OF_A_YEAR ? 0 : 1;
    }

    /** No two are alike. The sum of those that were paid shows which. */
    static BaseUnits amount(int use) {
        return BaseUnits.of(UNIT + (long) Math.pow(BASE, use % USES_OF_A_YEAR));
    }

    private BuildRequest.UseLimit use(int number) {
        return new BuildRequest.UseLimit(
                world.account(),
                limits.get(limitOf(number)),
                world.signer(),
                RECEIVERS.get(limitOf(number)),
                amount(number),
                BuildOptions.DEFAULT);
    }

    SignedIntent intent(int number) {
        BuildRequest.UseLimit use = use(number);
        return intent(IntentTerms.of("spending_limit_use")
                .with("limit", use.limit().toString())
                .with("signer", use.signer().toString())
                .with("destination", use.destination().toString())
                .with("amount", use.amount().toString()));
    }

    /** Signed by the account's signer, with a fresh nonce. */
    SignedIntent intent(IntentTerms terms) {
        Intent intent = new Intent(
                Network.DEVNET, world.account(), terms, new IntentNonce("%032x".formatted(++intents)), world.now().plusSeconds(INTENT_SECONDS));
        return new SignedIntent(
                intent.content(), intent.nonce(), intent.expiresAt(), Array.of(new SignedIntent.By(world.signer(), world.sign(intent.bytes()).bytes())));
    }

    Answer reserve(TenantService service, int number, SignedIntent intent, String key) {
        Retry retry = new Retry.Named(new RequestKey("client", "reserve-" + key), Bytes32.of(new byte[32]), World.FAR);
        return service.reserveUse(use(number), intent, retry)
                .fold(
                        refusal -> switch (refusal) {
                            case LimitUseRefusal.Landed(var nonce, Signature as) -> new Answer.Landed(as);
                            case LimitUseRefusal.ByRule(var limit, var why)
                                    when why instanceof EngineLimitRefusal.NotSpent || why instanceof EngineLimitRefusal.Over ->
                                new Answer.NoRoom();
                            default -> FINAL.contains(LimitFailures.of(refusal).code().kind()) ? new Answer.Refused() : new Answer.Unknown();
                        },
                        reserved -> new Answer.Reserved(reserved.unsigned().transaction()));
    }

    /** Within each period no more than the limit was paid, each use once at most, and each that was told once. */
    void require(TenantService service, Array<Payment> uses) {
        uses.forEach(use -> {
            long digit = (long) Math.pow(BASE, use.number() % USES_OF_A_YEAR);
            long times = ((world.lamports(RECEIVERS.get(limitOf(use.number()))) % UNIT) / digit) % BASE;
            assertTrue(times == 1 || (times == 0 && (!use.isPaid() || use.isGone())), () -> "limit: times that it was paid: " + times + ", " + use);
        });
        assertTrue(world.lamports(RECEIVERS.get(1)) < 2 * UNIT, "limit: the one for one use was used again");
        Option<UnixTime> first = service.engineLimit(world.account(), limits.get(0)).get().windows().headOption().map(window -> window.start());
        Array<Long> windows = world.receivedAt(RECEIVERS.get(0))
                .map(at -> Math.floorDiv(at.secondsSince(first.get()) - 1, PolicyPeriod.YEAR_SECONDS));
        windows.groupBy(window -> window).forEach((window, paid) -> assertTrue(
                paid.length() <= MOST_OF_A_YEAR, () -> "limit: " + paid.length() + " uses in a year, window " + window + " from " + first));
    }
}
