package dev.mandate.solana.squadsv4.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.spending.Window;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.CreationTerms;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.SettingsAccount;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.squadsv4.account.AccountType;
import dev.mandate.solana.squadsv4.account.ConfigTransactionAccount;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProgramConfigAccount;
import dev.mandate.solana.squadsv4.account.SpendingLimitAccount;
import dev.mandate.solana.squadsv4.account.SquadsAccount;
import dev.mandate.solana.squadsv4.account.VaultTransactionAccount;
import dev.mandate.solana.squadsv4.terms.SettingsTerms;
import dev.mandate.solana.squadsv4.terms.TransactionTerms;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Arrays;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Accounts that are read from the chain, and accounts that are refused. */
@NullMarked
class StoredAccountsTest {

    private static final Address CREATE_KEY = key(1);
    private static final Address ALICE = key(2);
    private static final SettingsAddress OTHER = new SettingsAddress(key(3));
    private static final FoundAccount ABSENT = new FoundAccount.Absent();
    private static final Proposal ACTIVE = new Proposal.Active(new UnixTime(5), Ballot.EMPTY.approvedBy(ALICE));

    private final SquadsV4Program program = SquadsV4Program.PUBLIC;
    private final AccountRef account = program.locate(CREATE_KEY);
    /** The address of the limit with the create key 4. */
    private final Address limitAddress = program.limitAddress(account, key(4));

    @Test
    void settingsAreReadDespiteSpareRoom() {
        AccountData data = padded(multisig(CREATE_KEY), 561);
        SettingsAccount read =
                program.readSettings(account.settings(), data).get();
        assertEquals(account, read.ref());
        assertEquals(Either.right(read.settings()), SettingsTerms.read(multisig(CREATE_KEY)));
    }

    @Test
    void settingsOverAnotherCreateKeyThanTheAddressSaysAreRefused() {
        assertUnreadable(program.readSettings(account.settings(), owned(multisig(key(9)))));
    }

    @Test
    void accountsOfOtherProgramsAreRefused() {
        AccountData stored = new AccountData(BaseUnits.of(1), ALICE, votes(account.settings(), 1).content(), false);
        FoundAccount foreign = program.query(account.settings().address()).answer(Option.some(stored));

        assertEquals(new FoundAccount.Foreign(ALICE), foreign);
        for (var read : Array.of(
                program.readTransaction(account, 1, foreign, ABSENT), program.readTransaction(account, 1, ABSENT, foreign))) {
            assertEquals(Either.left(new LayoutProblem.ForeignOwner(ALICE)), read);
        }
    }

    @Test
    void oneKindOfAccountIsNotTakenForAnother() {
        AccountData settings = owned(multisig(CREATE_KEY));
        assertUnreadable(program.readLimit(account, limitAddress, settings));
        assertUnreadable(program.readCreationTerms(settings));
        assertUnreadable(program.readTransaction(account, 1, ABSENT, new FoundAccount.Owned(settings)));
    }

    @Test
    void contentOfAKindThatIsNotKnownIsOpaqueAndItsVotesAreRead() {
        AccountData batch = new AccountData(
                BaseUnits.of(1), program.programId(), Bytes.ofHex("9cc2462c1658892c00"), false);
        for (AccountData unknown : Array.of(batch, owned(multisig(CREATE_KEY)))) {
            ManagedTransaction read = program.readTransaction(
                            account, 4, new FoundAccount.Owned(unknown), found(votes(account.settings(), 4)))
                    .get()
                    .get();

            assertEquals(Option.some(ACTIVE), read.proposal());
            assertEquals(
                    Option.some(unknown.data()),
                    read.content().map(content -> ((TransactionContent.Opaque) content).stored()));
            assertEquals(read.content().get(), program.readContent(account, unknown));
        }
    }

    @Test
    void theTermsForNewAccountsAreReadAsAnUnsignedFee() {
        ProgramConfigAccount config = ProgramConfigAccount.of(ALICE, BaseUnits.MAX, key(3));
        assertEquals(
                Either.right(new CreationTerms(BaseUnits.MAX, key(3))),
                program.readCreationTerms(owned(config)));
    }

    @Test
    void aTransactionIsReadFromEitherOfItsAccounts() {
        TransactionContent content = new TransactionContent.SettingsChange(
                Array.of(new SettingsAction.ChangeThreshold(new Threshold(1))));
        FoundAccount stored = found(change(account.settings(), 4));
        FoundAccount votes = found(votes(account.settings(), 4));
        assertEquals(
                read(ManagedTransaction.recorded(4, content).withProposal(ACTIVE)),
                program.readTransaction(account, 4, stored, votes));
        assertEquals(
                read(ManagedTransaction.recorded(4, content)), program.readTransaction(account, 4, stored, ABSENT));
        assertEquals(
                read(ManagedTransaction.orphaned(4, ACTIVE)), program.readTransaction(account, 4, ABSENT, votes));
        assertEquals(Either.right(Option.none()), program.readTransaction(account, 4, ABSENT, ABSENT));
    }

    @Test
    void vaultContentIsReadAsItWasStored() {
        TransactionContent.VaultInstructions content = program.store(account, 2, Array.empty(), Array.empty())
                .get();
        TransactionMessage message =
                TransactionMessage.parseArgument(content.message()).get();
        VaultTransactionAccount stored = new VaultTransactionAccount(
                account.settings(), ALICE, 4, 255, 2, 254, Bytes.of((byte) 1, (byte) 2), message);
        assertEquals(
                read(ManagedTransaction.recorded(4, content)),
                program.readTransaction(account, 4, found(stored), ABSENT));
    }

    /** The program counts ephemeral signers in one byte. */
    @Test
    void aTransactionWithMoreEphemeralSignersThanTheProgramCountsIsOpaque() {
        TransactionMessage empty = TransactionMessage.parseArgument(
                        program.store(account, 0, Array.empty(), Array.empty()).get().message())
                .get();
        for (int count : new int[] {0, 255, 256, 100_000}) {
            Bytes bumps = Bytes.of(new byte[count]);
            Bytes data = ByteWriter.write(out -> {
                out.discriminator(AccountType.VAULT_TRANSACTION.discriminator());
                out.address(account.settings().address());
                out.address(ALICE);
                out.u64(4);
                out.bytes(Bytes.of(new byte[3]));
                out.countedBytes(bumps);
                empty.writeStored(out);
            });
            AccountData stored = new AccountData(BaseUnits.of(1), SquadsV4.PROGRAM, data, false);

            assertEquals(count > 255, program.ephemeralSigners(key(1), stored).isLeft(), "signers: " + count);
            assertEquals(count > 255, program.readContent(account, stored) instanceof TransactionContent.Opaque, "signers: " + count);
        }
    }

    /** The next index must fit in 63 bits and in the memo of a vote. */
    @Test
    void settingsWithoutANextIndexAreRefused() {
        for (long index : new long[] {9, 999_999_999_999_999_998L, 999_999_999_999_999_999L, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
            MultisigAccount settings = new MultisigAccount(
                    CREATE_KEY, Address.ZERO, 1, 0, index, 0, Option.none(), 255, Array.of(new Signer(ALICE, Permissions.ALL)));

            assertEquals(
                    index > 0 && index < 999_999_999_999_999_999L,
                    program.readSettings(account.settings(), owned(settings)).isRight(),
                    "index: " + index);
        }
    }

    @Test
    void lamportsSentAheadToATransactionsAddressMakeNoTransaction() {
        FoundAccount lamports = program.query(limitAddress)
                .answer(Option.some(new AccountData(BaseUnits.of(890_880), Address.ZERO, Bytes.EMPTY, false)));
        assertEquals(Either.right(Option.none()), program.readTransaction(account, 4, lamports, lamports));
    }

    @Test
    void accountsOfAnotherIndexAreRefused() {
        FoundAccount stored = found(change(account.settings(), 4));
        assertUnreadable(program.readTransaction(account, 5, stored, ABSENT));
        assertUnreadable(program.readTransaction(account, 4, stored, found(votes(account.settings(), 5))));
    }

    @Test
    void accountsOfAnotherSmartAccountAreRefused() {
        Either<LayoutProblem, ?> ofAnother = Either.left(new LayoutProblem.OfAnotherAccount(OTHER));
        SpendingLimit limit = new SpendingLimit(
                LimitTerms.of(key(4), new Token.Mint(key(5)), BaseUnits.MAX, Period.WEEK, Array.of(ALICE)),
                new Window(new UnixTime(-3), BaseUnits.of(7)));

        assertEquals(ofAnother, program.readTransaction(account, 4, found(change(OTHER, 4)), ABSENT));
        assertEquals(ofAnother, program.readTransaction(account, 4, ABSENT, found(votes(OTHER, 4))));
        assertEquals(ofAnother, program.readLimit(account, limitAddress, owned(new SpendingLimitAccount(OTHER, limit, 255))));
        assertUnreadable(program.readLimit(
                account, key(9), owned(new SpendingLimitAccount(account.settings(), limit, 255))));
        assertInstanceOf(
                TransactionContent.Opaque.class, program.readContent(account, owned(change(OTHER, 4))));
    }

    @Test
    void aLimitIsReadAndFoundByItsAccountsContent() {
        LimitTerms terms = LimitTerms.of(
                        key(4), new Token.Mint(key(5)), BaseUnits.MAX, Period.WEEK, Array.of(ALICE))
                .withVault(1)
                .withDestinations(Array.of(key(6)));
        SpendingLimit limit = new SpendingLimit(terms, new Window(new UnixTime(-3), BaseUnits.of(7)));
        Bytes data = new SpendingLimitAccount(account.settings(), limit, 255).content();
        assertEquals(
                Either.right(limit),
                program.readLimit(
                        account, limitAddress, new AccountData(BaseUnits.of(1), SquadsV4.PROGRAM, data, false)));
        for (DataMatch match : program.limitsOf(account)) {
            int end = match.offset() + match.bytes().length();
            assertEquals(match.bytes(), Bytes.of(Arrays.copyOfRange(data.toArray(), match.offset(), end)));
        }
        assertEquals(2, program.limitsOf(account).length());
    }

    private static Address key(int number) {
        byte[] bytes = new byte[Bytes32.LENGTH];
        bytes[0] = 1;
        bytes[31] = (byte) number;
        return Address.of(bytes);
    }

    private static MultisigAccount multisig(Address createKey) {
        return new MultisigAccount(
                createKey,
                key(7),
                1,
                60,
                9,
                3,
                Option.none(),
                255,
                Array.of(new Signer(ALICE, Permissions.ALL), new Signer(key(8), new Permissions(1))));
    }

    private static ConfigTransactionAccount change(SettingsAddress multisig, long index) {
        return new ConfigTransactionAccount(
                multisig,
                ALICE,
                index,
                255,
                Array.of(new ConfigAction.Governance(new SettingsAction.ChangeThreshold(new Threshold(1)))));
    }

    private static SquadsAccount votes(SettingsAddress multisig, long index) {
        return TransactionTerms.write(ACTIVE, multisig, index, 255);
    }

    private static FoundAccount found(SquadsAccount content) {
        return new FoundAccount.Owned(owned(content));
    }

    private static AccountData owned(SquadsAccount content) {
        return padded(content, content.content().length());
    }

    private static AccountData padded(SquadsAccount content, int length) {
        return new AccountData(
                BaseUnits.of(1), SquadsV4.PROGRAM, content.toData(length).get(), false);
    }

    private static Either<LayoutProblem, Option<ManagedTransaction>> read(ManagedTransaction transaction) {
        return Either.right(Option.some(transaction));
    }

    private static void assertUnreadable(Either<LayoutProblem, ?> read) {
        assertInstanceOf(LayoutProblem.Unreadable.class, read.getLeft());
    }
}
