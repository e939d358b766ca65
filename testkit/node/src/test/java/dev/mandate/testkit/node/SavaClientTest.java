package dev.mandate.testkit.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.testkit.node.junit.SolanaNode;
import io.vavr.control.Option;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.sava.core.accounts.PublicKey;
import software.sava.core.accounts.Signer;
import software.sava.core.accounts.meta.AccountMeta;
import software.sava.core.tx.Instruction;
import software.sava.core.tx.Transaction;
import software.sava.rpc.json.http.client.SolanaRpcClient;
import software.sava.rpc.json.http.request.Commitment;
import software.sava.rpc.json.http.response.JsonRpcException;
import software.sava.rpc.json.http.response.RpcCustomError.SendTransactionPreflightFailure;
import software.sava.rpc.json.http.response.TxResult;
import software.sava.rpc.json.http.ws.SolanaRpcWebsocket;

/** The ordinary way of a client, by sava, which knows nothing of this project. */
@SolanaNode
class SavaClientTest {

    private static final PublicKey SYSTEM_PROGRAM = PublicKey.fromBase58Encoded("11111111111111111111111111111111");
    private static final long SOL = 1_000_000_000;

    private final HttpClient http = HttpClient.newHttpClient();
    private final Signer payer = Signer.createFromPrivateKey(new byte[] {
        1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8
    });
    private final PublicKey receiver = PublicKey.fromBase58Encoded(TestKey.of("receiver").address().toString());

    @AfterEach
    void close() {
        http.close();
    }

    private SolanaRpcClient client(SolanaTestNode node) {
        return SolanaRpcClient.createClient(node.url(), http, Commitment.CONFIRMED);
    }

    private String transfer(SolanaRpcClient client, long lamports) {
        byte[] data = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putInt(2).putLong(lamports).array();
        Instruction transfer = Instruction.createInstruction(
                SYSTEM_PROGRAM,
                List.of(AccountMeta.createWritableSigner(payer.publicKey()), AccountMeta.createWrite(receiver)),
                data);
        return Transaction.createTx(payer.publicKey(), List.of(transfer))
                .signAndBase64Encode(client.getLatestBlockHash().join().blockHash(), payer);
    }

    @Test
    void fundsSendsConfirmsAndReads(SolanaTestNode node) {
        SolanaRpcClient client = client(node);
        String airdrop = client.requestAirdrop(payer.publicKey(), 2 * SOL).join();
        assertEquals(Commitment.FINALIZED, client.getSigStatusList(List.of(airdrop)).join().getFirst().confirmationStatus());

        String sent = client.sendTransaction(transfer(client, SOL)).join();

        assertNull(client.getSigStatusList(List.of(sent)).join().getFirst().error());
        assertEquals(SOL, client.getBalance(receiver).join().lamports());
        assertEquals(SOL - 5_000, client.getAccountInfo(payer.publicKey()).join().lamports());
        var landed = client.getTransaction(sent).join();
        assertEquals(5_000, landed.meta().fee());
        assertEquals(List.of(2 * SOL, 0L), landed.meta().preBalances().subList(0, 2));
        assertEquals(List.of(SOL - 5_000, SOL), landed.meta().postBalances().subList(0, 2));
        assertEquals(
                List.of(sent, airdrop),
                client.getSignaturesForAddress(payer.publicKey(), 10).join().stream().map(one -> one.signature()).toList());
    }

    @Test
    void isNotifiedOfWhatLands(SolanaTestNode node) throws Exception {
        SolanaRpcClient client = client(node);
        String funded = client.requestAirdrop(payer.publicKey(), 2 * SOL).join();
        try (SolanaRpcWebsocket notices = SolanaRpcWebsocket.build()
                .uri(node.webSocketUrl())
                .webSocketBuilder(http)
                .commitment(Commitment.CONFIRMED)
                .create()) {
            CompletableFuture<TxResult> already = new CompletableFuture<>();
            CompletableFuture<Long> balance = new CompletableFuture<>();
            CompletableFuture<String> logged = new CompletableFuture<>();
            assertTrue(notices.signatureSubscribe(funded, already::complete));
            assertTrue(notices.accountSubscribe(receiver, account -> balance.complete(account.lamports())));
            assertTrue(notices.logsSubscribe(receiver, logs -> logged.complete(logs.signature())));
            notices.connect().get(10, TimeUnit.SECONDS);
            assertNull(already.get(10, TimeUnit.SECONDS).error());
            while (node.pubSub().subscriptions() < 2) {
                Thread.sleep(5);
            }

            String sent = client.sendTransaction(transfer(client, SOL)).join();

            assertEquals(SOL, balance.get(10, TimeUnit.SECONDS));
            assertEquals(sent, logged.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void isToldWhyThePreflightRefuses(SolanaTestNode node) {
        SolanaRpcClient client = client(node);
        node.airdrop(payer.publicKey().toBase58(), SOL);
        String transaction = transfer(client, 2 * SOL);

        JsonRpcException refused = assertInstanceOf(
                JsonRpcException.class,
                assertThrows(CompletionException.class, () -> client.sendTransaction(transaction).join()).getCause());

        assertEquals(-32002, refused.code());
        SendTransactionPreflightFailure failure = assertInstanceOf(SendTransactionPreflightFailure.class, refused.customError());
        assertTrue(failure.simulation().logs().stream().anyMatch(line -> line.contains("failed")), failure::toString);
        assertTrue(client.simulateTransaction(transaction).join().error() != null);
    }

    @Test
    void isRefusedAnExpiredBlockhash(SolanaTestNode node) {
        SolanaRpcClient client = client(node);
        node.airdrop(payer.publicKey().toBase58(), 2 * SOL);
        String transaction = transfer(client, SOL);

        node.advance(Duration.ofMinutes(2));

        JsonRpcException refused = assertInstanceOf(
                JsonRpcException.class,
                assertThrows(CompletionException.class, () -> client.sendTransaction(transaction).join()).getCause());
        assertEquals("Transaction simulation failed: Blockhash not found", refused.getMessage());
    }

    @Test
    void readsTokens(SolanaTestNode node) {
        TestKey mint = TestKey.of("mint");
        Address owner = Address.of(payer.publicKey().toBase58());
        put(node, mint.address(), new MintAccount(Option.none(), BaseUnits.of(7_000_000), 6, Option.none(), Bytes.EMPTY).encode());
        put(node, TestKey.of("tokens").address(), TokenAccount.of(mint.address(), owner, BaseUnits.of(1_500_000)).encode());
        put(node, TestKey.of("others").address(), TokenAccount.of(TestKey.of("mint2").address(), owner, BaseUnits.of(1)).encode());
        SolanaRpcClient client = client(node);
        PublicKey minted = PublicKey.fromBase58Encoded(mint.address().toString());

        var found = client.getTokenAccountsForTokenMintByOwner(payer.publicKey(), minted).join();

        assertEquals(1, found.size());
        assertEquals(1_500_000, found.getFirst().data().amount());
        assertEquals(6, client.getTokenAccountBalance(found.getFirst().pubKey()).join().decimals());
        assertEquals(7_000_000, client.getTokenSupply(minted).join().amount().longValueExact());
    }

    private static void put(SolanaTestNode node, Address address, Bytes data) {
        node.chain().put(address, new AccountData(BaseUnits.of(5_000_000), TokenProgram.TOKEN.id(), data, false));
    }
}
