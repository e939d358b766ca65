package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.wire.WireTransaction;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testsupport.fuzz.FuzzRun;
import dev.mandate.testsupport.fuzz.Mutations;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.net.URI;
import java.time.Duration;
import java.util.Random;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whatever a node answers is an answer or a fault, and after a fault the next node is asked. */
@Tag("fuzz")
@Timeout(7_200)
class NodeAnswersFuzzTest {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final URI ODD = URI.create("http://odd.example.org:1/key");
    private static final URI GOOD = URI.create("http://good.example.org:2/key");

    private final SimulatedChain simulated = new SimulatedChain(new UnixTime(1_760_000_000));
    private final SolanaTestNode node = SolanaTestNode.builder().chain(simulated).inProcess();
    private final TestKey payer = TestKey.of("payer");
    private final Address mint = TestKey.of("mint").address();
    private final Bytes landed;
    private final Bytes fresh;

    NodeAnswersFuzzTest() {
        simulated.fund(payer.address(), BaseUnits.of(1_000_000_000));
        put(mint, new MintAccount(Option.none(), BaseUnits.MAX, 6, Option.none(), Bytes.EMPTY).encode());
        put(TestKey.of("tokens").address(), TokenAccount.of(mint, payer.address(), BaseUnits.of(5)).encode());
        landed = SendingTest.signed(simulated, payer, 1);
        assertTrue(simulated.send(landed).isRight());
        assertTrue(simulated.send(SendingTest.signed(simulated, payer, 2)).isRight());
        simulated.advance(5);
        fresh = SendingTest.signed(simulated, payer, 3);
    }

    private void put(Address address, Bytes data) {
        simulated.put(address, new AccountData(BaseUnits.of(5_000_000), TokenProgram.TOKEN.id(), data, false));
    }

    /** What is asked of the chain, and whether a good node answers it whatever another one said before. */
    private record Question(Function<Chain, Either<ChainFault, ?>> ask, boolean answered) {}

    private Array<Question> questions() {
        Array<AccountQuery> accounts = AccountQuery.ofAnyOwner(Array.of(payer.address(), mint, TestKey.of("nobody").address()))
                .toArray();
        Array<DataMatch> ofPayer = Array.of(new DataMatch(Bytes32.LENGTH, Bytes.of(payer.address().toArray())));
        Bytes message = WireTransaction.parse(fresh).get().message().serialize();
        Signature known = SendingTest.id(landed);
        Signature unknown = SendingTest.id(fresh);
        return Array.of(
                new Question(chain -> chain.accounts(accounts), true),
                new Question(chain -> chain.accounts(Array.empty()), true),
                // The two nodes need not agree.
                new Question(chain -> chain.agreeing().accounts(accounts), false),
                new Question(chain -> chain.ownedAccounts(TokenProgram.TOKEN.id(), ofPayer), true),
                new Question(chain -> chain.ownedAccounts(TokenProgram.TOKEN.id(), Array.empty()), true),
                new Question(Chain::latestBlockhash, true),
                new Question(chain -> chain.blockhashStatus(simulated.latestBlockhash().get().blockhash()), true),
                new Question(Chain::healthySlot, true),
                new Question(Chain::blockHeight, true),
                new Question(chain -> chain.rentExemptMinimum(165), true),
                // A node that calls the blockhash unknown is believed.
                new Question(chain -> chain.fees(Array.of(message)), false),
                new Question(chain -> chain.recentUnitPrices(Array.of(payer.address())), true),
                new Question(chain -> chain.simulate(fresh), true),
                // A transaction is handed to one node alone.
                new Question(chain -> chain.send(fresh), false),
                new Question(chain -> chain.statuses(Array.of(known, unknown)), true),
                new Question(chain -> chain.statusAtHeight(known), true),
                // Each page is a read of its own, from a place that an earlier answer named.
                new Question(chain -> chain.history(payer.address(), Option.none(), 10), false),
                new Question(chain -> chain.history(payer.address(), Option.some(known), 10), false),
                new Question(chain -> chain.landed(Array.of(known, unknown)), true));
    }

    @Test
    void everyAnswerIsReadOrAFaultAndTheNextNodeIsAsked() {
        Array<Question> questions = questions();
        FuzzRun.play(25, random -> {
            Question question = Mutations.among(questions, random);
            RpcChain chain = new RpcChain(settings(), new AnsweringHttpClient((url, request) -> answer(url, request, random)));

            Either<ChainFault, ?> answer = question.ask().apply(chain);

            assertTrue(answer.isRight() || !question.answered(), answer::toString);
        });
    }

    private static RpcSettings settings() {
        return new RpcSettings(
                Network.DEVNET,
                Array.of(ODD, GOOD),
                2,
                Duration.ofSeconds(10),
                1,
                5,
                Duration.ofSeconds(10),
                new RpcFixture.MovedClock(),
                new RpcFixture.NotedPause(),
                RandomGenerator.of("L64X128MixRandom"));
    }

    private byte[] answer(URI url, byte[] request, Random random) {
        JsonNode asked = MAPPER.readTree(request);
        JsonNode answer = node.answer(asked);
        if (url.equals(GOOD) || (isGenesis(asked) && random.nextInt(20) > 0)) {
            return MAPPER.writeValueAsBytes(answer);
        }
        return random.nextInt(10) == 0
                ? Mutations.bytes(Bytes.of(MAPPER.writeValueAsBytes(answer)), random).toArray()
                : MAPPER.writeValueAsBytes(Mutations.json(answer, random));
    }

    private static boolean isGenesis(JsonNode asked) {
        return asked.path("method").asString("").equals("getGenesisHash");
    }
}
