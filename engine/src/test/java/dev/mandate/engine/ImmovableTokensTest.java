package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.prepare;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.TokenObstacle;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spending limits of tokens that could not be moved within one: neither made nor used, nor approved. */
class ImmovableTokensTest {

    /** {@code PausableConfig}: an authority, and whether it has paused. */
    private static final String AUTHORITY = "07".repeat(32);

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address shop = fixture.person("shop");
    private final Address mint = fixture.key("mint");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final Address from = holding(account);
    private final Address to = holding(shop);

    @ParameterizedTest
    @CsvSource({
        "0900 0000, NON_TRANSFERABLE",
        "0e00 4000 A A, TRANSFER_HOOK",
        "1a00 2100 A 01, PAUSED",
        // Behind another extension.
        "0300 2000 A 0900 0000, NON_TRANSFERABLE"
    })
    void noLimitIsMadeReplacedOrUsedWhereTheMintLetsNothingThrough(String extensions, TokenObstacle why) {
        mint("");
        Address limit = fixture.limit(account, terms("first"), byVoteOf(ann));
        mint(extensions);
        BuildRefusal refused = new BuildRefusal.TokensCannotMove(mint, why);

        assertEquals(refused, fixture.refusal(add(terms("second"))));
        assertEquals(
                refused,
                fixture.refusal(new BuildRequest.ReplaceLimit(
                        account, limit, to(shop), byVoteOf(ann), BuildOptions.DEFAULT)));
        assertEquals(refused, fixture.refusal(use(limit)));
    }

    @ParameterizedTest
    @CsvSource({"1a00 2100 A 00", "0e00 4000 A 0000000000000000000000000000000000000000000000000000000000000000", "0600 0100 02"})
    void otherExtensionsStopNothing(String extensions) {
        mint(extensions);

        fixture.allows(use(fixture.limit(account, terms("first"), byVoteOf(ann))));
    }

    @Test
    void frozenTokenAccountsNeitherSendNorReceive() {
        mint("");
        Address limit = fixture.limit(account, terms("first"), byVoteOf(ann));
        LimitTerms toShop = to(shop);

        freeze(shop);
        assertEquals(new BuildRefusal.TokensCannotMove(to, TokenObstacle.FROZEN), fixture.refusal(use(limit)));
        assertEquals(new BuildRefusal.TokensCannotMove(to, TokenObstacle.FROZEN), fixture.refusal(add(toShop)));
        fixture.allows(add(terms("second")));
        freeze(account);
        assertEquals(
                new BuildRefusal.TokensCannotMove(from, TokenObstacle.FROZEN), fixture.refusal(add(terms("second"))));
    }

    @Test
    void transfersToFrozenByDefaultOrMemoAccountsAreRefused() {
        mint("0600 0100 02");
        Address limit = fixture.limit(account, terms("first"), byVoteOf(ann));
        fixture.ledger.put(to, SystemProgram.ID, Bytes.EMPTY);
        assertEquals(new BuildRefusal.TokensCannotMove(to, TokenObstacle.STARTS_FROZEN), fixture.refusal(use(limit)));

        put(to, account(shop, TokenAccount.State.INITIALIZED, "0800 0100 01"));
        assertEquals(new BuildRefusal.TokensCannotMove(to, TokenObstacle.NEEDS_MEMO), fixture.refusal(use(limit)));
    }

    /** 170 bytes, and 12 for {@code TransferFeeAmount}. */
    @Test
    void aNewTokenAccountIsQuotedWithTheExtensionsThatTheMintRequires() {
        mint("0100 6c00 A A Q Q 0500000000000000 3200 Q 0900000000000000 1400");
        Address limit = fixture.limit(account, terms("first"), byVoteOf(ann));
        fixture.ledger.put(to, SystemProgram.ID, Bytes.EMPTY);

        assertEquals(
                fixture.chain().rentExemptMinimum(182),
                Either.right(fixture.builds(use(limit)).single().fee().rents().head().lamports()));
    }

    @Test
    void noVoteIsSpentOnSuchALimitThatAnotherClientProposed() {
        mint("0900 0000");
        AccountRef ref = fixture.custody.account(account).get().ref();
        LimitTerms terms = terms("foreign");
        TransactionContent.SettingsChange change = new TransactionContent.SettingsChange(Array.of(
                new SettingsAction.AddSpendingLimit(SquadsV4Program.PUBLIC.limitAddress(ref, terms.createKey()), terms)));
        for (Operation operation : Array.of(
                new Operation.CreateTransaction(ann, ann, 1, change, Option.none()),
                new Operation.CreateProposal(ann, ann, 1))) {
            fixture.landsBesides(ann, SquadsV4Program.PUBLIC.encode(ref, operation));
        }

        assertEquals(
                new BuildRefusal.TokensCannotMove(mint, TokenObstacle.NON_TRANSFERABLE),
                fixture.refusal(votes(account, 1, Vote.APPROVE, ann)));
        fixture.allows(votes(account, 1, Vote.REJECT, ann));
    }

    @Test
    void aLimitOnImmovableTokensIsNotProposedByOwnInstructions() {
        mint("0900 0000");
        AccountRef ref = fixture.custody.account(account).get().ref();
        LimitTerms terms = terms("nested");
        TransactionContent.SettingsChange change = new TransactionContent.SettingsChange(Array.of(
                new SettingsAction.AddSpendingLimit(SquadsV4Program.PUBLIC.limitAddress(ref, terms.createKey()), terms)));
        Instruction proposing =
                SquadsV4Program.PUBLIC.encode(ref, new Operation.CreateTransaction(ann, ann, 1, change, Option.none()));
        Instruction transfer = SystemProgram.transfer(account, shop, BaseUnits.of(1));

        assertEquals(
                new BuildRefusal.TokensCannotMove(mint, TokenObstacle.NON_TRANSFERABLE),
                fixture.refusal(prepare(account, ClientTransactions.transaction(account, proposing, transfer), ann)));
    }

    private BuildRequest add(LimitTerms terms) {
        return new BuildRequest.AddLimit(account, terms, byVoteOf(ann), BuildOptions.DEFAULT);
    }

    private BuildRequest use(Address limit) {
        return new BuildRequest.UseLimit(account, limit, ann, shop, BaseUnits.of(1), BuildOptions.DEFAULT);
    }

    private LimitTerms terms(String createKey) {
        return fixture.limitTerms(createKey, new Token.Mint(mint), 600_000, ann);
    }

    private LimitTerms to(Address receiver) {
        return terms("to " + receiver).withDestinations(Array.of(receiver));
    }

    /** Both have tokens. */
    private void mint(String extensions) {
        put(
                mint,
                new MintAccount(Option.none(), BaseUnits.of(1_000_000_000), 6, Option.none(), bytes(extensions)).encode());
        put(from, account(account, TokenAccount.State.INITIALIZED, ""));
        put(to, account(shop, TokenAccount.State.INITIALIZED, ""));
    }

    private void freeze(Address owner) {
        put(holding(owner), account(owner, TokenAccount.State.FROZEN, ""));
    }

    private Bytes account(Address owner, TokenAccount.State state, String extensions) {
        return new TokenAccount(
                        mint,
                        owner,
                        BaseUnits.of(1_000_000),
                        Option.none(),
                        state,
                        Option.none(),
                        BaseUnits.ZERO,
                        Option.none(),
                        bytes(extensions))
                .encode();
    }

    private Address holding(Address owner) {
        return AssociatedTokenProgram.account(owner, mint, TokenProgram.TOKEN_2022).address();
    }

    private void put(Address address, Bytes data) {
        fixture.ledger.put(address, TokenProgram.TOKEN_2022.id(), data);
    }

    private static Bytes bytes(String hex) {
        return Bytes.ofHex(hex.replace("A", AUTHORITY).replace("Q", "00".repeat(8)).replace(" ", ""));
    }
}
