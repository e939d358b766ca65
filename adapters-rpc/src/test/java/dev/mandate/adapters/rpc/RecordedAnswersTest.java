package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers of nodes are read as what they say. */
class RecordedAnswersTest {

    private static final Address TOKEN = Address.of("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
    private static final Address MINT = Address.of(hash("mint"));
    private static final Signature SIGNATURE = signature("sig a", "sig b");
    private static final Signature LANDED =
            Signature.parse("2YmFpKDryBP9eShdYmBBoSBFVkRWeBV1n86ZNqqTbCzhvWKzJ4adkXTtUyAN4QsgGsd8rUhBapbipu1F4dr3Eqm7").get();

    private final SimulatedChain unused = new SimulatedChain(new UnixTime(0));
    private final SolanaTestNode node = SolanaTestNode.httpOnly(unused);
    private final RpcChain chain = new RpcChain(RpcFixture.settings(node));

    @AfterEach
    void close() {
        node.close();
    }

    private static byte[] hash(String word) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(word.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Signature signature(String first, String second) {
        byte[] bytes = new byte[Signature.LENGTH];
        System.arraycopy(hash(first), 0, bytes, 0, 32);
        System.arraycopy(hash(second), 0, bytes, 32, 32);
        return new Signature(Bytes.of(bytes));
    }

    private void answering(String file) {
        answering(file, UnaryOperator.identity());
    }

    private void answering(String file, UnaryOperator<String> change) {
        try (InputStream in = RecordedAnswersTest.class.getResourceAsStream("/answers/" + file + ".json")) {
            String body = new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
            node.failing(methods -> Option.when(!methods.contains("getGenesisHash"), new NodeFault.Body(change.apply(body))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void readsAccountsWithTheClock() {
        answering("getMultipleAccounts");
        AccountsSnapshot read = chain.accounts(AccountQuery.ofAnyOwner(Array.of(MINT, TOKEN))).get();
        assertEquals(380_218_700, read.slot());
        assertEquals(new UnixTime(1_790_000_007), read.chainTime());
        assertEquals(Array.of(MINT), read.owned().keySet().toArray());
        assertEquals(BaseUnits.of((1L << 53) + 1), read.owned().get(MINT).get().lamports());
        assertEquals(82, read.owned().get(MINT).get().data().length());
    }

    @Test
    void takesNoAnswerAboutFewerAccountsThanAskedFor() {
        answering("getMultipleAccounts");
        assertInstanceOf(ChainFault.BadAnswer.class, chain.accounts(AccountQuery.ofAnyOwner(Array.of(MINT))).getLeft());
    }

    @Test
    void readsFoundAccounts() {
        answering("getProgramAccounts");
        assertEquals(Array.of(MINT), chain.ownedAccounts(TOKEN, Array.empty()).get().owned().keySet().toArray());
        assertEquals("getProgramAccounts", node.asked().last());
    }

    @Test
    void takesNoFoundAccountOfAnotherOwnerOrContent() {
        answering("getProgramAccounts");
        assertInstanceOf(ChainFault.BadAnswer.class, chain.ownedAccounts(MINT, Array.empty()).getLeft());
    }

    @Test
    void takesNoFoundAccountThatDoesNotMatch() {
        answering("getProgramAccounts");
        DataMatch elsewhere = new DataMatch(0, Bytes.ofHex("0203"));
        assertInstanceOf(ChainFault.BadAnswer.class, chain.ownedAccounts(TOKEN, Array.of(elsewhere)).getLeft());
    }

    @Test
    void asksForTokenAccountsByTheirOwner() {
        answering("getProgramAccounts");
        DataMatch holder = new DataMatch(32, Bytes.of(hash("owner")));
        assertInstanceOf(ChainFault.BadAnswer.class, chain.ownedAccounts(TOKEN, Array.of(holder)).getLeft());
        assertTrue(node.asked().contains("getTokenAccountsByOwner"), node.asked()::toString);
    }

    @Test
    void readsTheLatestBlockhashWithASlotThatHasABlock() {
        answering("getLatestBlockhash");
        LatestBlockhash latest = chain.latestBlockhash().get();
        assertEquals(Address.of(hash("blockhash")).toString(), latest.blockhash().toString());
        assertEquals(358_123_456, latest.blockHeight());
        assertEquals(358_123_638, latest.lastValidBlockHeight());
        assertEquals(380_218_668, latest.slot());
    }

    @Test
    void readsStatusesAndTheirFailures() {
        answering("getSignatureStatuses");
        Seq<Option<SignatureStatus>> statuses = chain.statuses(Array.fill(7, SIGNATURE)).get();
        assertEquals(
                Array.of(
                        Option.some(new SignatureStatus(380_218_681, Finality.FINALIZED, Option.none())),
                        Option.none(),
                        failed(
                                380_218_699,
                                Finality.CONFIRMED,
                                new TransactionFailure.InstructionFailed(2, new InstructionFailure.Named("InvalidAccountData"))),
                        Option.some(new SignatureStatus(380_218_702, Finality.PROCESSED, Option.none())),
                        failed(380_218_600, Finality.FINALIZED, new TransactionFailure.InsufficientFundsForRent(3)),
                        failed(380_218_601, Finality.FINALIZED, new TransactionFailure.Named("DuplicateInstruction")),
                        failed(380_218_602, Finality.FINALIZED, new TransactionFailure.Named("ProgramCacheHitMaxLimit"))),
                statuses.toArray());
    }

    /** The commitment is null in answers of some nodes. Without it a landed transaction would stay open for ever. */
    @Test
    void aStatusWithoutACommitmentIsFinalWhereItsSlotIs() {
        answering("getSignatureStatuses", body -> body.replaceAll("\"confirmationStatus\": \"[a-z]*\"", "\"confirmationStatus\": null"));
        assertEquals(
                Array.of(Finality.PROCESSED, Finality.PROCESSED, Finality.PROCESSED, Finality.FINALIZED, Finality.FINALIZED, Finality.FINALIZED),
                chain.statuses(Array.fill(7, SIGNATURE)).get().flatMap(status -> status.map(SignatureStatus::finality)).toArray());
    }

    private static Option<SignatureStatus> failed(long slot, Finality finality, TransactionFailure failure) {
        return Option.some(new SignatureStatus(slot, finality, Option.some(failure)));
    }

    @Test
    void takesNoStatusesOfFewerSignaturesThanAskedFor() {
        answering("getSignatureStatuses");
        assertInstanceOf(ChainFault.BadAnswer.class, chain.statuses(Array.fill(8, SIGNATURE)).getLeft());
    }

    @Test
    void readsAHistory() {
        answering("getSignaturesForAddress");
        var history = chain.history(MINT, Option.none(), 3).get().get();
        assertEquals(Array.of(SIGNATURE, signature("sig c", "sig d"), signature("sig e", "sig f")), history.map(one -> one.signature()).toArray());
        assertEquals(
                Option.some(new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(1))),
                history.get(1).failure());
        assertEquals(Option.none(), history.get(2).time());
    }

    @Test
    void takesNoHistoryThatIsLongerThanAskedFor() {
        answering("getSignaturesForAddress");
        assertInstanceOf(ChainFault.BadAnswer.class, chain.history(MINT, Option.none(), 2).getLeft());
    }

    @Test
    void readsALandedTransaction() {
        answering("getTransaction");
        LandedTransaction landed = chain.landed(LANDED).get().get();
        assertEquals(380_218_681, landed.slot());
        assertEquals(Option.some(new UnixTime(1_790_000_000)), landed.time());
        assertEquals(
                Array.of("0", "0.0", "0.1", "0.2"),
                landed.instructions().map(ran -> ran.position().toString()).toArray());
        assertEquals(TOKEN, landed.instructions().last().instruction().program());
        assertEquals(InstructionPosition.inner(0, 2), landed.instructions().last().position());
        Address made = Address.of(hash("token account"));
        assertEquals(HashMap.empty(), HashMap.ofEntries(landed.before().tokens()));
        assertEquals(
                HashMap.of(made, new LandedTransaction.TokenBalance(MINT, Address.of(hash("owner")), TOKEN, 9, BaseUnits.ZERO)),
                HashMap.ofEntries(landed.after().tokens()));
        assertEquals(Option.some(BaseUnits.ZERO), landed.before().lamports().get(made));
        assertEquals(Option.some(BaseUnits.of(2_039_280)), landed.after().lamports().get(made));
    }

    @Test
    void readsALandedTransactionOfYearsAgo() {
        answering("getTransaction-of-old");
        LandedTransaction landed = chain.landed(LANDED).get().get();
        assertEquals(Option.none(), landed.time());
        assertEquals(4, landed.instructions().size());
        assertTrue(landed.tokenAccounts().isEmpty(), "nodes kept no owner of token accounts");
    }

    @Test
    void readsAFailedTransaction() {
        answering("getTransaction-failed");
        LandedTransaction landed = chain.landed(LANDED).get().get();
        assertEquals(Option.some(new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(6_000))), landed.failure());
        assertEquals(Array.empty(), landed.instructions().toArray());
    }

    /** As LiteSVM answers for an airdrop. */
    @Test
    void readsATransactionWithoutStoredMetadata() {
        answering("getTransaction-nothing-kept");
        LandedTransaction landed = chain.landed(LANDED).get().get();
        assertEquals(Bytes.EMPTY, landed.message());
        assertEquals(Array.empty(), landed.instructions().toArray());
    }

    @Test
    void readsATransactionOfVersion1() {
        answering("getTransaction-v1");
        Signature signature = Signature.parse("4nmSs1mEYBj6YZVU3e3yqMi8bLzKHitxQCL9jovHY4FXyggcws4MvSY4YE57ML6ocfqaTJwcit32rRBEbQuNfuKh").get();
        LandedTransaction landed = chain.landed(signature).get().get();
        assertEquals(393, landed.message().length());
        assertEquals(6, landed.instructions().size());
        Instruction first = landed.instructions().head().instruction();
        assertEquals(Address.of("51saK4QLZodWrsk6GDBy1KsCCCQ7be4UEuchMQZf7znq"), first.program());
        assertEquals(Bytes.ofHex("f27da342c6a7ba40"), first.data());
        assertEquals(
                Array.of(
                        new AccountMeta(Address.of("GeVCYDSKtDihuAqdtDab88hX3TxVS48ZMYB4t43L1DMh"), true, false),
                        new AccountMeta(Address.of("51saK4QLZodWrsk6GDBy1KsCCCQ7be4UEuchMQZf7znq"), false, true),
                        new AccountMeta(Address.of("C1XvEk4GvP1Avihr5b69d8wj6PBrgt4hrxpNW3UDVp9q"), false, false),
                        new AccountMeta(Address.of("EELFEjQMdnL8Q3fVK268fCnLu29Mnyrek7QBSheRfTyL"), false, false)),
                landed.instructions().get(1).instruction().accounts().toArray());
        assertEquals(1, node.requests().last().get("params").get(1).get("maxSupportedTransactionVersion").intValue());
    }

    @Test
    void takesNoOtherTransactionThanAskedFor() {
        answering("getTransaction");
        assertInstanceOf(ChainFault.BadAnswer.class, chain.landed(signature("sig c", "sig d")).getLeft());
    }

    /** Such a message would not be found in a search for the message that landed, which would be called expired. */
    @Test
    void takesNoLandedTransactionWithAChangedCharacter() {
        answering("getTransaction", body -> body.replaceFirst("(AU1o[^\"]{200})(.)", "$1g"));
        assertInstanceOf(ChainFault.BadAnswer.class, chain.landed(LANDED).getLeft());
    }

    @Test
    void readsASimulation() {
        answering("simulateTransaction");
        Simulation simulation = chain.simulate(Bytes.of(new byte[100])).get();
        assertEquals(Option.some(new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(6_000))), simulation.failure());
        assertEquals(1_714, simulation.computeUnits());
        assertEquals(Option.some(413L), simulation.loadedAccountsDataSize());
        assertEquals(2, simulation.logs().size());
    }

    @Test
    void readsASimulationThatDidNotRun() {
        answering("simulateTransaction-blockhash");
        Simulation simulation = chain.simulate(Bytes.of(new byte[100])).get();
        assertEquals(Option.some(new TransactionFailure.Named("BlockhashNotFound")), simulation.failure());
        assertEquals(Option.none(), simulation.loadedAccountsDataSize());
        assertEquals(Array.empty(), simulation.logs().toArray());
    }

    @Test
    void takesNoMissingFeeForNothing() {
        answering("getFeeForMessage");
        assertInstanceOf(ChainFault.BadAnswer.class, chain.fees(Array.of(Bytes.of(new byte[100]))).getLeft());
    }

    @Test
    void readsRecentPricesOfAComputeUnit() {
        answering("getRecentPrioritizationFees");
        assertEquals(
                Either.right(Array.of(BaseUnits.ZERO, BaseUnits.of(12_500))),
                chain.recentUnitPrices(Array.fill(200, Address.ZERO)));
        assertEquals(128, node.requests().last().get("params").get(0).size());
    }
}
