package dev.mandate.app.histories;

import dev.mandate.app.histories.AccountLog.State;
import dev.mandate.app.histories.ChainLog.Sender;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.SpendRoute;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SplTokens;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.solana.wire.MessageCompiler;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Random;

/** A client that knows nothing of the server. It acts on an account on the chain at random; what the chain refuses has no effect. */
final class ForeignClient {

    static final int LONGEST_TIME_LOCK_SECONDS = 2;

    private static final SmartAccountProgram PROGRAM = SquadsV4Program.PUBLIC;
    private static final int MOST_LIMITS = 3;

    private final ChainLog chain;
    private final Random random;
    private KeyRing keys = People.keys();
    private int names;

    ForeignClient(ChainLog chain, Random random) {
        this.chain = chain;
        this.random = random;
    }

    /** The terms of a new account. */
    static Command.CreateAccount terms(Random random) {
        Array<Address> signers = People.ADDRESSES.sortBy(address -> random.nextInt()).take(1 + random.nextInt(3));
        return new Command.CreateAccount(
                signers.map(address -> new Signer(address, Permissions.ALL)),
                new Threshold(1 + random.nextInt(signers.length())),
                new TimeLock(random.nextInt(3) == 0 ? 1 + random.nextInt(LONGEST_TIME_LOCK_SECONDS) : 0),
                random.nextInt(3) == 0 ? new AdminControl.HeldBy(People.ADMIN.address()) : new AdminControl.None(),
                random.nextInt(3) == 0 ? Option.none() : Option.some(People.ADMIN.address()));
    }

    /** Makes an account. */
    AccountRef create(String name) {
        TestKey createKey = TestKey.of("histories/account/" + name);
        keys = keys.with(createKey);
        AccountRef ref = PROGRAM.locate(createKey.address());
        Address at = PROGRAM.creationTermsAddress();
        var terms = PROGRAM.readCreationTerms(chain.chain.accounts(AccountQuery.ofAnyOwner(Array.of(at))).get().owned().get(at).get()).get();
        var unused = chain.follow(ref);
        send(People.ADDRESSES.head(), Array.of(PROGRAM.encode(ref, new Operation.CreateAccount(
                createKey.address(), People.ADDRESSES.head(), terms, terms(random), Option.none()))));
        return ref;
    }

    /** Does one thing. */
    void act(AccountLog account) {
        account.state().forEach(there -> {
            Address by = one(there.people());
            Array<Instruction> instructions = chosen(account.ref, there, by);
            if (instructions.nonEmpty()) {
                send(by, instructions);
            }
        });
    }

    /** Pays SOL into an account. A round sees that, unlike a limit that an admin makes, or tokens in a new token account. */
    void deposit(AccountLog account) {
        send(People.ADDRESSES.head(), Array.of(SystemProgram.transfer(People.ADDRESSES.head(), account.ref.address(), BaseUnits.of(3_000_000))));
    }

    /** Proposes a payment. */
    void propose(AccountLog account) {
        State there = account.state().get();
        send(there.people().head(), proposed(account.ref, there, there.people().head(), payment(account.ref)));
    }

    private void send(Address payer, Array<Instruction> instructions) {
        Message message = new Message(
                MessageVersion.LEGACY, payer, chain.chain.latestBlockhash().get().blockhash(), instructions, Array.empty());
        MessageCompiler.compile(message).forEach(compiled -> {
            var unused = chain.send(keys.sign(WireTransaction.unsigned(compiled).serialize()), Sender.ANOTHER_CLIENT);
        });
    }

    private Array<Instruction> chosen(AccountRef ref, State there, Address by) {
        return switch (random.nextInt(13)) {
            case 0, 1 -> proposed(ref, there, by, payment(ref));
            case 2 -> there.settings().admin().holder().isDefined()
                    ? Array.of(encode(ref, new Operation.ChangeAsAdmin(People.ADMIN.address(), by, action(ref, there), Option.none())))
                    : proposed(ref, there, by, new TransactionContent.SettingsChange(Array.of(action(ref, there))));
            case 3, 4, 5 -> voted(ref, there, by);
            case 6 -> there.in(Array.of(Proposal.Approved.class)).lastOption().toArray().map(index -> encode(ref, execution(there, by, index)));
            case 7 -> allAtOnce(ref, there, by);
            case 8 -> there.settings().rentCollector().toArray().flatMap(collector ->
                    there.in(Array.of(Proposal.Executed.class, Proposal.Rejected.class, Proposal.Cancelled.class)).headOption().toArray().map(index -> encode(
                            ref, new Operation.Close(index, collector, there.transactions().get(index).flatMap(one -> one.content()).getOrElse(() -> payment(ref))))));
            case 9 -> there.limits().headOption().toArray().map(limit -> encode(ref, new Operation.Spend(
                    limit._2.terms().signers().head(), limit._1, 0, one(People.ADDRESSES), amount(), new SpendRoute.Sol(), Option.none())));
            case 10 -> Array.of(SystemProgram.transfer(by, ref.address(), random.nextInt(8) == 0 ? BaseUnits.ZERO : amount()));
            case 11 -> Array.of(
                    new SplTokens().createAccount(by, ref.address(), People.MINT),
                    new SplTokens().transfer(
                            by,
                            new SpendRoute.Tokens(
                                    People.MINT.mint(), People.MINT.tokenProgram(), People.MINT.decimals(), People.tokens(by), People.tokens(ref.address())),
                            amount()));
            default -> Array.of(SystemProgram.transfer(by, ref.address(), BaseUnits.of(2_000_000)));
        };
    }

    private Array<Instruction> proposed(AccountRef ref, State there, Address by, TransactionContent content) {
        long index = there.settings().transactionIndex() + 1;
        Array<Operation> operations = Array.of(
                new Operation.CreateTransaction(by, by, index, content, Option.none()), new Operation.CreateProposal(by, by, index));
        return (random.nextBoolean() ? operations.append(new Operation.CastVote(by, index, Vote.APPROVE, Option.none())) : operations)
                .map(operation -> encode(ref, operation));
    }

    /** Recorded, proposed, approved and executed by one transaction. */
    private Array<Instruction> allAtOnce(AccountRef ref, State there, Address by) {
        long index = there.settings().transactionIndex() + 1;
        TransactionContent content = there.settings().admin().holder().isEmpty() && random.nextBoolean()
                ? new TransactionContent.SettingsChange(Array.of(action(ref, there)))
                : payment(ref);
        Array<Operation> operations = Array.<Operation>of(
                        new Operation.CreateTransaction(by, by, index, content, Option.none()), new Operation.CreateProposal(by, by, index))
                .appendAll(there.people()
                        .take(there.settings().roster().threshold().value())
                        .map(voter -> new Operation.CastVote(voter, index, Vote.APPROVE, Option.none())))
                .append(execution(content, by, index));
        return operations.map(operation -> encode(ref, operation));
    }

    private Array<Instruction> voted(AccountRef ref, State there, Address by) {
        Array<Long> open = there.in(Array.of(Proposal.Active.class));
        Array<Long> approved = there.in(Array.of(Proposal.Approved.class));
        if (open.nonEmpty() && (approved.isEmpty() || random.nextInt(3) > 0)) {
            Vote vote = random.nextInt(4) == 0 ? Vote.REJECT : Vote.APPROVE;
            return Array.of(encode(ref, new Operation.CastVote(by, one(open), vote, Option.none())));
        }
        return approved.isEmpty() ? Array.empty() : Array.of(encode(ref, new Operation.CastVote(by, one(approved), Vote.CANCEL, Option.none())));
    }

    private static Operation execution(State there, Address by, long index) {
        return execution(there.transactions().get(index).get().content().get(), by, index);
    }

    private static Operation execution(TransactionContent content, Address by, long index) {
        return switch (content) {
            case TransactionContent.SettingsChange change -> new Operation.ExecuteChange(by, by, index, change);
            case TransactionContent.VaultInstructions instructions -> new Operation.ExecuteInstructions(by, index, instructions, Array.empty());
            case TransactionContent.Opaque opaque -> throw new AssertionError("nobody records " + opaque);
        };
    }

    private SettingsAction action(AccountRef ref, State there) {
        return switch (random.nextInt(7)) {
            case 0 -> new SettingsAction.SetTimeLock(new TimeLock(random.nextInt(LONGEST_TIME_LOCK_SECONDS + 1)));
            case 1 -> new SettingsAction.ChangeThreshold(new Threshold(1 + random.nextInt(there.people().length())));
            case 2 -> new SettingsAction.AddSigner(new Signer(one(People.ADDRESSES), Permissions.ALL));
            case 3 -> new SettingsAction.RemoveSigner(one(there.people()));
            case 4 -> new SettingsAction.SetRentCollector(random.nextBoolean() ? Option.some(People.ADMIN.address()) : Option.none());
            case 5 -> there.limits().isEmpty() ? limit(ref, there) : new SettingsAction.RemoveSpendingLimit(there.limits().head()._1);
            default -> there.limits().size() < MOST_LIMITS
                    ? limit(ref, there)
                    : new SettingsAction.RemoveSpendingLimit(there.limits().head()._1);
        };
    }

    private SettingsAction limit(AccountRef ref, State there) {
        Address createKey = TestKey.of("histories/limit/" + ref.address() + "/" + ++names).address();
        return new SettingsAction.AddSpendingLimit(
                PROGRAM.limitAddress(ref, createKey),
                LimitTerms.of(createKey, new Token.Sol(), BaseUnits.of(1_000_000), Period.DAY, Array.of(one(there.people()))));
    }

    private TransactionContent.VaultInstructions payment(AccountRef ref) {
        return PROGRAM.store(ref, 0, Array.of(SystemProgram.transfer(ref.address(), one(People.ADDRESSES), amount())), Array.empty()).get();
    }

    private BaseUnits amount() {
        return BaseUnits.of(1 + random.nextInt(1_000));
    }

    private static Instruction encode(AccountRef ref, Operation operation) {
        return PROGRAM.encode(ref, operation);
    }

    private <T> T one(Array<T> of) {
        return of.get(random.nextInt(of.length()));
    }
}
