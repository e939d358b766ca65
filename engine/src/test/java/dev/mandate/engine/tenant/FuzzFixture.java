package dev.mandate.engine.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.filter.FilterEffect;
import dev.mandate.domain.filter.FilterId;
import dev.mandate.domain.filter.TransactionFilter;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.FilterTerms;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SpendRoute;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.LookupTableProgram;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.LookupTableAccount;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.NonceAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testsupport.fuzz.Mutations;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.Random;

/** An account with filters, limits, tokens and transactions of every kind, on a chain whose accounts can be mutated. */
final class FuzzFixture {

    private static final long SOL = ServiceFixture.SOL;

    final ServiceFixture parties = new ServiceFixture();
    final Address ann = parties.ann.address();
    final Address bob = parties.bob.address();
    final SquadsV4Program program = SquadsV4Program.PUBLIC;
    final Address mint = TestKey.of("fuzz/mint").address();
    final Address table = TestKey.of("fuzz/table").address();
    final Address nonce = TestKey.of("fuzz/nonce").address();
    final Address shop = TestKey.of("fuzz/shop").address();
    final MutatedChain chain = new MutatedChain(
            parties.devnet,
            Array.of(Address.ZERO, SquadsV4.PROGRAM, TokenProgram.TOKEN.id(), TokenProgram.TOKEN_2022.id(), LookupTableProgram.ID));
    final TenantService service = parties.engine(chain.chain(), parties.journal, ServiceFixture.GENEROUS)
            .service(Network.DEVNET, ServiceFixture.ACME.tenant())
            .get();
    final AccountRef ref;
    final Address account;
    final Array<Address> limits;
    final Array<Instruction> instructions;

    FuzzFixture() {
        ref = service.create(
                        ServiceFixture.ACME.keyLine(),
                        new CreationOrder(Command.CreateAccount.ofEquals(1, ann, bob)),
                        new Retry.Unnamed())
                .get()
                .account();
        account = ref.address();
        parties.devnet.fund(account, BaseUnits.of(100 * SOL));
        put(mint, TokenProgram.TOKEN.id(), new MintAccount(Option.none(), BaseUnits.of(100), 6, Option.none(), Bytes.EMPTY).encode());
        put(tokens(account), TokenProgram.TOKEN.id(), TokenAccount.of(mint, account, BaseUnits.of(50)).encode());
        put(tokens(ann), TokenProgram.TOKEN.id(), TokenAccount.of(mint, ann, BaseUnits.of(50)).encode());
        put(table, LookupTableProgram.ID, new LookupTableAccount(LookupTableAccount.NEVER, 1, 0, Option.some(ann), entries()).encode());
        put(nonce, SystemProgram.ID, new NonceAccount(
                NonceAccount.Version.CURRENT, ann, new Blockhash(Bytes32.of(nonce.toArray())), BaseUnits.of(5_000)).encode());
        limits = Array.of(limit("sol", new Token.Sol(), Period.DAY, Array.of(shop)), limit("token", new Token.Mint(mint), Period.MONTH, Array.empty()));
        instructions = samples();
        propose(SystemProgram.transfer(account, shop, BaseUnits.of(SOL)));
        propose(instructions.get(0));
        proposeBehindTable(SystemProgram.transfer(account, entries().head(), BaseUnits.of(1)));
        land(new BuildRequest.Propose(
                account, new Proposable.Settings(Array.of(new SettingsEdit.SetTimeLock(new TimeLock(60))),
                        LeaversLimits.REFUSE), ann, BuildOptions.DEFAULT));
        land(new BuildRequest.CastVotes(account, newest(), Vote.APPROVE, Array.of(ann), BuildOptions.DEFAULT));
        filter();
    }

    private Array<Address> entries() {
        return Array.of(shop, mint, TestKey.of("fuzz/entry").address());
    }

    Settings settings() {
        return service.account(account).get().settings();
    }

    /** The number of the newest transaction. */
    long newest() {
        return settings().transactionIndex();
    }

    Address tokens(Address owner) {
        return AssociatedTokenProgram.account(owner, mint, TokenProgram.TOKEN).address();
    }

    private void put(Address address, Address owner, Bytes data) {
        parties.devnet.put(address, new AccountData(BaseUnits.of(SOL), owner, data, false));
    }

    private Address limit(String name, Token token, Period period, Array<Address> destinations) {
        return landed(new BuildRequest.AddLimit(account, limitTerms(name, token, period, destinations), byVote(), BuildOptions.DEFAULT)).limit().get();
    }

    LimitTerms limitTerms(String name, Token token, Period period, Array<Address> destinations) {
        return LimitTerms.of(TestKey.of("fuzz/limit/" + name).address(), token, BaseUnits.of(1_000), period, Array.of(ann))
                .withDestinations(destinations);
    }

    Authority byVote() {
        return new Authority.Vote(Array.of(ann, bob));
    }

    private void land(BuildRequest request) {
        var unused = landed(request);
    }

    private TransactionPlan landed(BuildRequest request) {
        TransactionPlan plan = service.build(request).get();
        plan.steps().forEach(step -> ServiceFixture.assertConfirmed(service.submit(
                        account, parties.keys.sign(step.unsigned().transaction()), Array.empty(), Array.empty(), new Retry.Unnamed())
                .get()));
        return plan;
    }

    private void propose(Instruction instruction) {
        land(new BuildRequest.Propose(account, new Proposable.Transaction(parties.unsigned(account, instruction)), ann, BuildOptions.DEFAULT));
    }

    private void proposeBehindTable(Instruction instruction) {
        TransactionContent content = program.store(ref, 0, Array.of(instruction), Array.of(new LookupTable(table, entries()))).get();
        long index = newest() + 1;
        assertInstanceOf(
                SendOutcome.Accepted.class,
                parties.devnet.send(parties.signed(
                                program.encode(ref, new Operation.CreateTransaction(ann, ann, index, content, Option.none())),
                                program.encode(ref, new Operation.CreateProposal(ann, ann, index))))
                        .get());
    }

    /** With every part that a filter can state. */
    private void filter() {
        Array<TransactionFilter> filters = Array.of(SystemProgram.ID, TokenProgram.TOKEN.id(), SquadsV4.PROGRAM).map(of -> new TransactionFilter(
                new FilterId("f" + of.toString().substring(0, 4).toLowerCase(Locale.ROOT)),
                FilterEffect.DENY,
                of,
                Option.none(),
                Array.empty(),
                Option.some(BaseUnits.of(1L << 40)),
                Option.none(),
                Option.none()));
        long version = service.filters().of(account).get().version();
        Intent intent = new Intent(
                Network.DEVNET,
                account,
                FilterTerms.of(FilterEffect.ALLOW, filters, version),
                new IntentNonce("00112233445566778899aabbccddeeff"),
                parties.now.plusSeconds(600));
        SignedIntent signed = new SignedIntent(
                intent.content(),
                intent.nonce(),
                intent.expiresAt(),
                Array.of(new SignedIntent.By(ann, parties.ann.sign(intent.bytes()).bytes())));
        assertEquals(
                version + 1, service.filters().change(account, FilterEffect.ALLOW, filters, version, signed, new Retry.Unnamed()).get());
    }

    /** Instructions that a vault may be made to sign: of every program that is read here. */
    private Array<Instruction> samples() {
        Array<Operation> operations = Array.of(
                new Operation.Spend(account, limits.get(0), 0, shop, BaseUnits.MAX, new SpendRoute.Sol(), Option.none()),
                new Operation.Spend(account, limits.get(1), 0, shop, BaseUnits.of(7),
                        new SpendRoute.Tokens(mint, TokenProgram.TOKEN.id(), 6, tokens(account), tokens(ann)), Option.none()),
                new Operation.CreateTransaction(account, account, 9, new TransactionContent.SettingsChange(Array.of(
                        new SettingsAction.AddSpendingLimit(limits.get(0), limitTerms("other", new Token.Sol(), Period.WEEK, Array.of(shop))),
                        new SettingsAction.SetTimeLock(new TimeLock(5)))), Option.none()),
                new Operation.CreateTransaction(account, account, 9,
                        program.store(ref, 3, Array.of(SystemProgram.transfer(account, shop, BaseUnits.MAX)), Array.empty()).get(), Option.none()),
                new Operation.CreateProposal(account, account, 9),
                new Operation.ActivateProposal(account, 9),
                new Operation.CastVote(account, 1, Vote.APPROVE, Option.none()),
                new Operation.CastVote(account, 1, Vote.CANCEL, Option.none()),
                new Operation.HandOver(account, account, new AdminControl.HeldBy(shop), Option.none()),
                new Operation.ChangeAsAdmin(account, account,
                        new SettingsAction.AddSpendingLimit(
                                limits.get(0), limitTerms("admin", new Token.Mint(mint), Period.ONE_TIME, Array.empty())), Option.none()),
                new Operation.ChangeAsAdmin(account, account, new SettingsAction.RemoveSpendingLimit(limits.get(0)), Option.none()),
                new Operation.ChangeAsAdmin(account, account, new SettingsAction.RemoveSigner(ann), Option.none()));
        return operations.map(operation -> program.encode(ref, operation)).appendAll(Array.of(
                SystemProgram.transfer(account, shop, BaseUnits.MAX),
                SystemProgram.createAccount(account, shop, BaseUnits.MAX, -1, shop),
                SystemProgram.advanceNonce(nonce, ann),
                TokenProgram.TOKEN.transferChecked(tokens(account), mint, tokens(ann), account, BaseUnits.MAX, 6),
                tokenCall("03ffffffffffffffff", tokens(account), tokens(ann), account),
                tokenCall("04ffffffffffffffff", tokens(account), shop, account),
                tokenCall("060001" + "07".repeat(32), mint, account),
                tokenCall("09", tokens(account), shop, account),
                tokenCall("ff03090300000000000000000309", tokens(account), tokens(ann), account, tokens(account), shop, account),
                tokenCall("1a01ffffffffffffffff06ffffffffffffffff", tokens(account), mint, tokens(ann), account),
                AssociatedTokenProgram.create(account, shop, mint, TokenProgram.TOKEN),
                ComputeBudgetProgram.setComputeUnitLimit(0xffff_ffffL),
                ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.MAX),
                MemoProgram.memo("rent for May", Array.of(account)),
                LookupTableProgram.extend(table, account, account, Array.of(shop))));
    }

    private static Instruction tokenCall(String data, Address... accounts) {
        return new Instruction(TokenProgram.TOKEN_2022.id(), Array.of(accounts).map(AccountMeta::writable), Bytes.ofHex(data));
    }

    /** One to three instructions, most of them mutated, in a message of any version. None if that is too large. */
    Option<Bytes> transaction(Random random, Address payer) {
        Array<Instruction> some = Array.range(0, 1 + random.nextInt(3)).map(i -> mutated(Mutations.among(instructions, random), random));
        MessageVersion version = Mutations.among(Array.of(MessageVersion.values()), random);
        Array<LookupTable> tables = version == MessageVersion.V0 ? Array.of(new LookupTable(table, entries())) : Array.empty();
        return new SolanaFormat()
                .compile(new Message(version, payer, parties.devnet.latestBlockhash().get().blockhash(), some, tables))
                .toOption()
                .map(compiled -> compiled.transaction());
    }

    private Instruction mutated(Instruction instruction, Random random) {
        if (random.nextInt(4) == 0) {
            return instruction;
        }
        Array<AccountMeta> accounts = instruction.accounts().toArray();
        if (random.nextInt(3) == 0) {
            int at = random.nextInt(accounts.length() + 1);
            accounts = random.nextBoolean() ? accounts.take(at) : accounts.insert(at, AccountMeta.writable(Mutations.among(entries(), random)));
        }
        return new Instruction(
                random.nextInt(10) == 0 ? Mutations.among(instructions, random).program() : instruction.program(),
                accounts,
                Mutations.bytes(instruction.data(), random));
    }
}
