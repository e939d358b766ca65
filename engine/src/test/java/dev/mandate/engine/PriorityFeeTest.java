package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.solana.Solana;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The priority fee of transactions for which the caller names none. */
class PriorityFeeTest extends SplitRequestFixture {

    private static final BaseUnits MAX = BaseUnits.of(10_000_000);

    private Chain taking(Either<?, Array<BaseUnits>> prices) {
        return new AlteredChain(fixture.chain(), "recentUnitPrices", arguments -> prices).chain();
    }

    private Chain taking(long... prices) {
        return taking(Either.right(Array.ofAll(prices).map(BaseUnits::of)));
    }

    private CustodyEngine.Builder engine(Chain chain) {
        return CustodyEngine.builder()
                .network(Network.DEVNET)
                .chain(chain)
                .formats(Solana.SQUADS_V4)
                .journal(fixture.journal())
                .clock(() -> EngineFixture.START);
    }

    private TransactionPlan built(CustodyEngine.Builder engine, BuildOptions options) {
        return engine.build()
                .build(new BuildRequest.Prepare(
                        account, ClientTransactions.transfer(account, shop, 1), Array.of(ann, bob), options.paidBy(payer)))
                .get();
    }

    private Option<BaseUnits> price(CustodyEngine.Builder engine) {
        return EngineFixture.computeBudget(built(engine, BuildOptions.DEFAULT).single()).unitPrice();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "25, 1", "26, 200", "50, 200", "75, 3000", "99, 40000", "100, 40000"})
    void isAPercentileOfWhatRecentBlocksTook(int percentile, long price) {
        assertEquals(
                Option.some(BaseUnits.of(price)),
                price(engine(taking(3_000, 1, 40_000, 200)).priorityFeePercentile(percentile)));
    }

    @Test
    void isTheMedianByDefault() {
        assertEquals(Option.some(BaseUnits.of(200)), price(engine(taking(1, 40_000, 200))));
    }

    @Test
    void isAbsentIfRecentPricesAreZeroOrUnknown() {
        assertEquals(Option.none(), price(engine(taking(0, 0, 40_000))));
        assertEquals(Option.none(), price(engine(taking())));
        assertEquals(Option.none(), price(engine(taking(Either.left(SilentChain.FAULT)))));
        assertEquals(Option.none(), price(engine(taking(1_000)).maxPriorityFee(BaseUnits.ZERO)));
    }

    @ParameterizedTest
    @EnumSource
    void isQuotedAndPaid(TransactionVersion version) {
        TransactionPlan built = built(engine(taking(50_000)), BuildOptions.DEFAULT.withVersion(version));

        BaseUnits fee = built.single().fee().priority();
        assertTrue(fee.compareTo(BaseUnits.of(100)) > 0, fee::toString);
        assertTrue(fee.compareTo(BaseUnits.of(50_000 * 1_400 / 1_000)) < 0, fee::toString);
        fixture.land(built);
    }

    @ParameterizedTest
    @EnumSource
    void isNeverMoreThanTheHostsMaximum(TransactionVersion version) {
        for (String price : Array.of("900000000", "18446744073709551615")) {
            Chain dear = taking(Either.right(Array.of(BaseUnits.parse(price).get())));
            BaseUnits fee = built(engine(dear), BuildOptions.DEFAULT.withVersion(version)).single().fee().priority();
            assertTrue(fee.compareTo(MAX) <= 0, fee::toString);
            assertTrue(fee.compareTo(BaseUnits.of(9_900_000)) > 0, fee::toString);
        }
    }

    @Test
    void isTakenFromTheCallerWithoutReadingTheChain() {
        AlteredChain chain = new AlteredChain(fixture.chain(), "recentUnitPrices", arguments -> Either.right(Array.of(MAX)));
        BuildOptions free = BuildOptions.DEFAULT.withComputeBudget(ComputeBudget.of(300_000, BaseUnits.ZERO));

        assertEquals(BaseUnits.ZERO, built(engine(chain.chain()), free).single().fee().priority());
        assertEquals(0, chain.calls("recentUnitPrices"));
    }

    @Test
    void isOfEachStepOfAPlan() {
        Array<Step> steps = engine(taking(1_000_000))
                .build()
                .build(prepare(account, ClientTransactions.transaction(
                        account, wideTransfer(account, 28), SystemProgram.transfer(account, bob, BaseUnits.of(1))), ann, bob))
                .get()
                .steps();

        assertTrue(steps.length() > 1);
        assertTrue(steps.exists(step -> !step.fee().priority().isZero()));
        steps.forEach(step -> fixture.land(account, step));
    }

    /** Blocks are contested by the accounts that are written, and by those of the content in the first place. */
    @Test
    void isOfTheAccountsThatTheTransactionWrites() {
        List<Object> noted = new ArrayList<>();
        Chain chain = new AlteredChain(fixture.chain(), "recentUnitPrices", arguments -> {
                    noted.add(arguments[0]);
                    return Either.right(Array.empty());
                })
                .chain();

        assertEquals(Option.none(), price(engine(chain)));

        Set<?> written = ((Seq<?>) noted.getFirst()).toJavaSet();
        assertTrue(written.containsAll(List.of(payer, account, shop)), written::toString);
        assertTrue(!written.contains(SystemProgram.ID), written::toString);
    }

    @Test
    void aPercentileIsBetween0And100() {
        assertThrows(IllegalArgumentException.class, () -> CustodyEngine.builder().priorityFeePercentile(101));
        assertThrows(IllegalArgumentException.class, () -> CustodyEngine.builder().priorityFeePercentile(-1));
    }
}
