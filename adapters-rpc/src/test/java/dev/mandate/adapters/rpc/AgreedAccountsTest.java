package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.ChainClock;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Accounts count once as many nodes tell the same as have to: bytes, owners and clocks, from nodes of different hosts or ports. */
class AgreedAccountsTest {

    private static final Address SHOP = TestKey.of("agreement/shop").address();
    private static final AccountQuery QUERY = new AccountQuery.OfAnyOwner(SHOP);
    private static final UnixTime START = new UnixTime(1_764_547_200);

    private final SimulatedChain chain = new SimulatedChain(START);
    private final SolanaTestNode honest = node(chain);
    private final SolanaTestNode honestToo = node(chain);
    private UnaryOperator<AccountsSnapshot> lie = answer -> answer;
    private final SolanaTestNode liar = node(lying());
    private final RpcFixture.NotedPause pause = new RpcFixture.NotedPause();

    AgreedAccountsTest() {
        chain.fund(SHOP, BaseUnits.of(5_000_000));
    }

    private static SolanaTestNode node(Chain shown) {
        return SolanaTestNode.httpOnly(shown, transaction -> {
            throw new UnsupportedOperationException("nothing is sent");
        });
    }

    private Chain lying() {
        return (Chain) Proxy.newProxyInstance(Chain.class.getClassLoader(), new Class<?>[] {Chain.class}, (proxy, called, arguments) -> {
            try {
                Object answer = called.invoke(chain, arguments);
                return called.getName().equals("accounts")
                        ? ((Either<?, ?>) answer).map(found -> lie.apply((AccountsSnapshot) found))
                        : answer;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    @AfterEach
    void close() {
        honest.close();
        honestToo.close();
        liar.close();
    }

    private Either<ChainFault, AccountsSnapshot> read(SolanaTestNode... nodes) {
        return new RpcChain(RpcFixture.settings(new RpcFixture.MovedClock(), pause, Duration.ofSeconds(10), nodes))
                .agreeing()
                .accounts(Array.of(QUERY));
    }

    private static UnaryOperator<AccountsSnapshot> changing(UnaryOperator<AccountData> change) {
        return answer -> AccountsSnapshot.of(
                answer.slot(),
                answer.chainTime(),
                Array.of(QUERY),
                HashMap.ofEntries(answer.owned().map(entry -> Tuple.of(entry._1, change.apply(entry._2)))));
    }

    private static UnaryOperator<AccountsSnapshot> later(long seconds) {
        return answer -> new AccountsSnapshot(
                answer.slot(), ChainClock.of(answer.chainTime().plusSeconds(seconds)), answer.accounts());
    }

    private static AccountData with(AccountData account, Bytes data) {
        return new AccountData(account.lamports(), account.owner(), data, account.executable());
    }

    @Test
    void twoNodesThatTellTheSameAgree() {
        assertTrue(read(honest, honestToo).isRight());
        assertEquals(Array.empty(), pause.waits());
    }

    @Test
    void eachDifferenceOfBytesOwnerOrProgramIsADisagreement() {
        for (UnaryOperator<AccountData> change : Array.<UnaryOperator<AccountData>>of(
                account -> with(account, Bytes.of((byte) 1)),
                account -> new AccountData(account.lamports(), SHOP, account.data(), account.executable()),
                account -> new AccountData(account.lamports(), account.owner(), account.data(), true))) {
            lie = changing(change);
            assertEquals(Either.left(new ChainFault.NodesDisagree()), read(liar, honest));
            assertEquals(Either.left(new ChainFault.NodesDisagree()), read(honest, liar));
        }
        lie = answer -> AccountsSnapshot.of(answer.slot(), answer.chainTime(), Array.of(QUERY), HashMap.empty());
        assertEquals(Either.left(new ChainFault.NodesDisagree()), read(liar, honest));
    }

    @Test
    void lamportsMayDiffer() {
        lie = changing(account -> new AccountData(BaseUnits.of(6_000_000), account.owner(), account.data(), account.executable()));
        assertTrue(read(liar, honest).isRight());
    }

    @Test
    void oneOfThreeThatLiesIsOutvotedWhereverItStands() {
        lie = changing(account -> with(account, Bytes.of((byte) 1)));
        for (Array<SolanaTestNode> order : Array.of(liar, honest, honestToo).permutations().map(order -> order)) {
            assertEquals(
                    Bytes.EMPTY,
                    read(order.toJavaArray(SolanaTestNode[]::new)).get().at(QUERY).owned().get().data());
        }
    }

    @Test
    void clocksMayBeAMinuteApart() {
        lie = later(60);
        AccountsSnapshot agreed = read(liar, honest).get();
        assertEquals(agreed.clock().earliest().plusSeconds(60), agreed.clock().latest());

        lie = later(61);
        assertEquals(Either.left(new ChainFault.NodesDisagree()), read(liar, honest));
        lie = later(400L * 86_400);
        assertEquals(Either.left(new ChainFault.NodesDisagree()), read(liar, honest));
        assertEquals(START, read(liar, honest, honestToo).get().clock().latest());
    }

    @Test
    void aNodeThatFailsIsMissingOfTwoAndNotOfThree() {
        liar.failing(methods -> Option.some(new NodeFault.Status(500, Option.none())));
        assertEquals(Either.left(new ChainFault.NodesMissing(2, 1)), read(liar, honest));
        assertTrue(read(liar, honest, honestToo).isRight());
    }

    @Test
    void nodesThatDifferAreAskedAgainAtASlotThatEnoughHaveReached() {
        lie = answer -> pause.waits().isEmpty() ? changing(account -> with(account, Bytes.of((byte) 1))).apply(answer) : answer;
        assertTrue(read(liar, honest).isRight());
        assertEquals(Array.of(Duration.ofMillis(200)), pause.waits());
    }

    @Test
    void afterTwoSecondsNodesThatDifferDisagree() {
        lie = changing(account -> with(account, Bytes.of((byte) 1)));
        assertEquals(Either.left(new ChainFault.NodesDisagree()), read(liar, honest));
        assertTrue(pause.waits().map(Duration::toMillis).sum().longValue() <= 2_000);
    }

    @Test
    void urlsOfOneHostAndPortAreOneNode() {
        Array<URI> urls = Array.of(URI.create("https://one.example/a"), URI.create("https://one.example/b"));
        assertEquals(1, new RpcChain(RpcSettings.of(Network.DEVNET, urls)).agreement());
        assertEquals(1, new RpcChain(RpcSettings.of(Network.DEVNET, urls)).sources().size());
        assertThrows(IllegalArgumentException.class, () -> RpcSettings.of(Network.DEVNET, urls, 2));
        assertEquals(2, new RpcChain(RpcSettings.of(Network.DEVNET, urls.append(URI.create("https://one.example:8899")))).agreement());
    }

    @Test
    void aNodeAloneIsTrusted() {
        assertInstanceOf(AccountsSnapshot.class, read(honest).get());
        assertEquals(1, new RpcChain(RpcFixture.settings(honest)).agreement());
    }
}
