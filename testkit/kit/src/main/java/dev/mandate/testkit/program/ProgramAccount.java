package dev.mandate.testkit.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.CreationTerms;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TokenFormat.MintFacts;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.format.SplTokens;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.MessageCompiler;
import dev.mandate.testkit.generators.HistoryParticipants;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.BiFunction;

/** One account of a program, with people who have keys and SOL, and with vaults that hold enough. */
public final class ProgramAccount {

    public static final TestKey PAYER = TestKey.of("game payer");
    public static final MintFacts MINT = new MintFacts(TestKey.of("game mint").address(), TokenProgram.TOKEN.id(), 6);

    private static final TestKey CREATE_KEY = TestKey.of("game create key");
    private static final Array<TestKey> PEOPLE = Array.range(0, 6).map(number -> TestKey.of("game person " + number));
    private static final Map<Address, TestKey> KEYS =
            PEOPLE.append(CREATE_KEY).append(PAYER).toMap(TestKey::address, key -> key);
    private static final SplTokens TOKENS = new SplTokens();
    private static final Array<Integer> VAULTS = Array.of(0, 1, 2, 255);
    private static final BaseUnits RICH = BaseUnits.of(1_000_000_000_000L);

    private final SmartAccountProgram program;
    private final AccountRef account;
    private final HistoryParticipants participants;

    public ProgramAccount(SmartAccountProgram program) {
        this.program = program;
        this.account = program.locate(CREATE_KEY.address());
        this.participants = new HistoryParticipants(
                PEOPLE.map(TestKey::address), Array.range(0, 3).map(this::slot), Array.of(MINT.mint()));
    }

    public SmartAccountProgram program() {
        return program;
    }

    public AccountRef ref() {
        return account;
    }

    public Address createKey() {
        return CREATE_KEY.address();
    }

    public HistoryParticipants participants() {
        return participants;
    }

    /** Gives everybody and every vault SOL and tokens. */
    public void prepare(ChainControl chain) {
        chain.fund(PAYER.address(), RICH);
        PEOPLE.forEach(person -> chain.fund(person.address(), RICH));
        chain.put(
                MINT.mint(),
                token(new MintAccount(Option.none(), BaseUnits.of(1_000_000_000), 6, Option.none(), Bytes.EMPTY).encode()));
        for (Address holder : participants.people().appendAll(VAULTS.map(this::vault))) {
            chain.put(
                    tokens(holder),
                    token(TokenAccount.of(MINT.mint(), holder, BaseUnits.of(1_000_000)).encode()));
        }
        VAULTS.forEach(vault -> chain.fund(vault(vault), RICH));
    }

    /** Returns the program's terms for a new account, from the chain. */
    public CreationTerms terms(Chain chain) {
        Address terms = program.creationTermsAddress();
        return program.readCreationTerms(
                        chain.accounts(AccountQuery.ofAnyOwner(Array.of(terms))).get().owned().get(terms).get())
                .get();
    }

    public Address vault(int index) {
        return program.vaultAddress(account, index);
    }

    static Address tokens(Address owner) {
        return TOKENS.accountOf(owner, MINT);
    }

    /** Returns the content of a vault transaction: a payment to a recipient that can always receive it. */
    public TransactionContent.VaultInstructions payment(int vaultIndex) {
        Instruction transfer = SystemProgram.transfer(vault(vaultIndex), PAYER.address(), BaseUnits.of(1_000 + vaultIndex));
        return program.store(account, vaultIndex, Array.of(transfer), Array.empty()).get();
    }

    /**
     * Returns the transaction with this instruction; none if it does not fit into one.
     *
     * @param signing {@link TestTransactions#signed}, or stand-ins for a chain that accepts any signature
     */
    public Option<Bytes> transaction(
            Chain chain, Instruction instruction, BiFunction<Message, Seq<TestKey>, Bytes> signing) {
        Message message = new Message(
                MessageVersion.LEGACY,
                PAYER.address(),
                chain.latestBlockhash().get().blockhash(),
                Array.of(instruction),
                Array.empty());
        return MessageCompiler.compile(message)
                .toOption()
                .map(CompiledMessage::requiredSigners)
                .map(signers -> signing.apply(message, signers.map(signer -> KEYS.get(signer).get())));
    }

    /** Returns all addresses that hold the account's state while it has up to {@code newest} transactions. */
    public Array<Address> addresses(long newest) {
        return Array.of(account.settings().address())
                .appendAll(Array.rangeClosed(1L, newest)
                        .flatMap(index -> Array.of(
                                program.transactionAddress(account, index), program.proposalAddress(account, index))))
                .appendAll(participants.slots().map(HistoryParticipants.Slot::limit));
    }

    /** Returns the account in domain terms, from the accounts at {@link #addresses}. */
    public SmartAccount read(AccountsSnapshot found) {
        SettingsAddress settings = account.settings();
        SmartAccount read = SmartAccount.of(
                program.readSettings(settings, found.owned().get(settings.address()).get()).get().settings());
        for (long index = 1; index <= read.settings().transactionIndex(); index++) {
            SmartAccount others = read;
            read = program.readTransaction(
                            account,
                            index,
                            at(found, program.transactionAddress(account, index)),
                            at(found, program.proposalAddress(account, index)))
                    .get()
                    .map(others::with)
                    .getOrElse(others);
        }
        for (HistoryParticipants.Slot slot : participants.slots()) {
            SmartAccount others = read;
            read = found.owned()
                    .get(slot.limit())
                    .map(data -> others.withLimit(slot.limit(), program.readLimit(account, slot.limit(), data).get()))
                    .getOrElse(others);
        }
        return read;
    }

    private FoundAccount at(AccountsSnapshot found, Address address) {
        return program.query(address).answer(found.owned().get(address));
    }

    private HistoryParticipants.Slot slot(int number) {
        Address createKey = TestKey.of("game limit " + number).address();
        return new HistoryParticipants.Slot(createKey, program.limitAddress(account, createKey));
    }

    private static AccountData token(Bytes data) {
        return new AccountData(
                BaseUnits.of((128 + data.length()) * 6_960L), TokenProgram.TOKEN.id(), data, false);
    }
}
