package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.explain.AddressName;
import dev.mandate.domain.explain.AddressNames;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.engine.explain.TransactionExplainer;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.LookupTableAccount;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Iterator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

/** The cases of {@code docs/explained-cases.md}, in the order of the page. */
class ExplainedCasesTest extends CommandFixture {

    /** Rewrite it: {@code ./mvnw -pl app -am test -Dtest=ExplainedCasesTest -Dmandate.rewrite=true -Dsurefire.failIfNoSpecifiedTests=false}. */
    private static final Path PAGE = Path.of("../docs/explained-cases.md");

    private static final Pattern TEXT = Pattern.compile("```text\n(.*?)```", Pattern.DOTALL);
    private static final UnixTime START = new UnixTime(1_764_547_200);

    private final StagedChain stage = new StagedChain(new SimulatedChain(START));
    private final TestKey ann = stage.person("ann");
    private final TestKey bob = stage.person("bob");
    private final TestKey mallory = stage.person("mallory");
    private final CustodyEngine custody = CustodyEngine.builder()
            .network(Network.DEVNET)
            .chain(stage.chain())
            .formats(Solana.SQUADS_V4)
            .journal(new InMemoryJournal())
            .clock(() -> START)
            .waits(WaitPolicy.NONE)
            .build();
    private final AccountRef account = stage.founded(custody, 2, Array.of(ann, bob));
    private final AddressNames names = AddressNames.of(Array.of(
            new AddressName(ann.address(), "ann"),
            new AddressName(bob.address(), "bob"),
            new AddressName(mallory.address(), "mallory"),
            new AddressName(account.address(), "our vault"),
            new AddressName(account.settings().address(), "our account")));

    private static Instruction encoded(AccountRef of, Operation operation) {
        return Solana.SQUADS_V4.program().encode(of, operation);
    }

    private Array<Instruction> proposing(Instruction... contents) {
        return Array.of(
                encoded(account, new Operation.CreateTransaction(
                        ann.address(),
                        ann.address(),
                        1,
                        Solana.SQUADS_V4.program().store(account, 0, Array.of(contents), Array.empty()).get(),
                        Option.none())),
                encoded(account, new Operation.CreateProposal(ann.address(), ann.address(), 1)));
    }

    private Bytes message(TestKey payer, Array<Instruction> instructions, LookupTable... tables) {
        return Solana.SQUADS_V4.format()
                .compile(new Message(
                        tables.length == 0 ? MessageVersion.LEGACY : MessageVersion.V0,
                        payer.address(),
                        stage.chain().latestBlockhash().get().blockhash(),
                        instructions,
                        Array.of(tables)))
                .get()
                .transaction();
    }

    private Array<String> explained(Bytes transaction) {
        return new ExplanationText(Ansi.OFF, names).brief(TransactionExplainer.of(Network.DEVNET, stage.chain(), Solana.SQUADS_V4).explain(transaction).get());
    }

    private Array<String> anApprovalThatHidesATransfer() {
        stage.lands(stage.signedNow(ann, Array.of(ann), proposing(SystemProgram.transfer(account.address(), mallory.address(), BaseUnits.of(5_000_000_000L)))));
        return explained(message(bob, Array.of(encoded(account, new Operation.CastVote(bob.address(), 1, Vote.APPROVE, Option.none())))));
    }

    private Array<String> aDurableNonce() {
        return explained(stage.signed(
                stage.nonce("nonce", mallory), ann, Array.of(ann), SystemProgram.transfer(ann.address(), mallory.address(), BaseUnits.of(1_000_000_000L))));
    }

    private Array<String> aHandOverInABatchOfPayments() {
        AccountRef held = stage.founded(custody, 1, Array.of(bob), new AdminControl.HeldBy(account.address()));
        return explained(message(ann, proposing(
                SystemProgram.transfer(account.address(), ann.address(), BaseUnits.of(1_000_000)),
                SystemProgram.transfer(account.address(), bob.address(), BaseUnits.of(1_000_000)),
                encoded(held, new Operation.HandOver(account.address(), account.address(), new AdminControl.HeldBy(mallory.address()), Option.none())))));
    }

    private LookupTable table(String name, Address... entries) {
        Address at = TestKey.of("explain/" + name).address();
        put(at, LookupTableAccount.PROGRAM, new LookupTableAccount(LookupTableAccount.NEVER, 1, 0, Option.none(), Array.of(entries)).encode());
        return new LookupTable(at, Array.of(entries));
    }

    private void put(Address at, Address owner, Bytes data) {
        stage.chain().put(at, new AccountData(BaseUnits.of(10_000_000), owner, data, false));
    }

    private Array<String> aSwapByTwoTables() {
        Address exchange = TestKey.of("explain/exchange").address();
        Address pool = TestKey.of("explain/pool").address();
        Address mine = tokens("tokens of ann", TokenProgram.TOKEN, ann.address(), mint(TokenProgram.TOKEN, Bytes.EMPTY));
        Instruction swap = new Instruction(
                exchange, Array.of(AccountMeta.signer(ann.address()), AccountMeta.writable(mine), AccountMeta.writable(pool)), Bytes.ofHex("f8c69e91e17587c8"));
        return explained(message(ann, Array.of(swap), table("table of the exchange", pool), table("table of a stranger", mine)));
    }

    private Address mint(TokenProgram program, Bytes extensions) {
        Address mint = TestKey.of("explain/mint of " + program).address();
        put(mint, program.id(), new MintAccount(Option.none(), BaseUnits.of(1_000_000_000), 6, Option.none(), extensions).encode());
        return mint;
    }

    private Address tokens(String name, TokenProgram program, Address owner, Address mint) {
        Address at = TestKey.of("explain/" + name).address();
        put(at, program.id(), TokenAccount.of(mint, owner, BaseUnits.of(5_000_000)).encode());
        return at;
    }

    private Array<String> aTokenWithAPermanentDelegate() {
        Bytes delegate = Bytes.ofHex("0c002000" + Bytes.of(mallory.address().toArray()).toHex());
        Address mint = mint(TokenProgram.TOKEN_2022, delegate);
        Address from = tokens("from", TokenProgram.TOKEN_2022, bob.address(), mint);
        Address to = tokens("to", TokenProgram.TOKEN_2022, account.address(), mint);
        return explained(message(bob, Array.of(
                TokenProgram.TOKEN_2022.transferChecked(from, mint, to, bob.address(), BaseUnits.of(2_500_000), 6))));
    }

    @Test
    void eachCaseIsWhatAnExplanationSays() throws IOException {
        Array<String> printed = Array.of(
                        anApprovalThatHidesATransfer(), aDurableNonce(), aHandOverInABatchOfPayments(), aSwapByTwoTables(), aTokenWithAPermanentDelegate())
                .map(lines -> lines.mkString("", "\n", "\n"));
        String page = Files.readString(PAGE);
        if (Boolean.getBoolean("mandate.rewrite")) {
            Iterator<String> next = printed.iterator();
            Files.writeString(PAGE, TEXT.matcher(page).replaceAll(block -> Matcher.quoteReplacement("```text\n" + next.next() + "```")));
        }

        assertEquals(blocks(Files.readString(PAGE)), printed);
    }

    @Test
    void theCommandReadsContentFromANode() throws IOException {
        stage.lands(stage.signedNow(ann, Array.of(ann), proposing(SystemProgram.transfer(account.address(), mallory.address(), BaseUnits.of(5_000_000_000L)))));
        Path file = Files.writeString(
                Files.createTempFile("approval", ""),
                Base64.getEncoder().encodeToString(message(bob, Array.of(
                                encoded(account, new Operation.CastVote(bob.address(), 1, Vote.APPROVE, Option.none()))))
                        .toArray()));
        try (SolanaTestNode node = SolanaTestNode.httpOnly(stage.chain())) {
            node.genesis("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG");

            assertEquals(0, mandate("explain", "--network", "devnet", "--rpc-url", node.providerUrl().toString(), file.toString()), err::toString);

            assertTrue(out.toString().contains("sends 5 SOL to " + mallory.address()), out::toString);
            assertTrue(out.toString().contains("from 1 node"), out::toString);
            assertFalse(out.toString().contains(SolanaTestNode.SECRET));
        } finally {
            Files.delete(file);
        }
    }

    private static Array<String> blocks(String page) {
        return Array.ofAll(TEXT.matcher(page).results().toList()).map((MatchResult block) -> block.group(1));
    }
}
