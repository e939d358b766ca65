package dev.mandate.solana.squadsv4.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.SettingsAccount;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.RandomRecords;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.account.ConfigTransactionAccount;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProgramConfigAccount;
import dev.mandate.solana.squadsv4.account.ProposalAccount;
import dev.mandate.solana.squadsv4.account.ProposalStatus;
import dev.mandate.solana.squadsv4.account.SpendingLimitAccount;
import dev.mandate.solana.squadsv4.account.SquadsAccount;
import dev.mandate.solana.squadsv4.account.TransactionBufferAccount;
import dev.mandate.solana.squadsv4.account.VaultTransactionAccount;
import dev.mandate.solana.squadsv4.instruction.ConfigTransactionCreate;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.MultisigAddSpendingLimit;
import dev.mandate.solana.squadsv4.instruction.MultisigChange;
import dev.mandate.solana.squadsv4.instruction.MultisigCreateV2;
import dev.mandate.solana.squadsv4.instruction.MultisigRemoveSpendingLimit;
import dev.mandate.solana.squadsv4.instruction.MultisigSetConfigAuthority;
import dev.mandate.solana.squadsv4.instruction.ProposalVote;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.squadsv4.terms.SettingsTerms;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.NullMarked;

/** Reads facts back from instructions: their account, and the instructions of a stored message. */
@NullMarked
class ReadingBackProperties {

    private static final SquadsV4Program PROGRAM = SquadsV4Program.PUBLIC;

    @Property
    void everyOperationNamesTheSettingsThatItIsAbout(@ForAll("operations") SquadsInstruction operation) {
        Instruction encoded = InstructionCodec.V4.encode(operation);
        assertEquals(Option.some(operation.multisig()), PROGRAM.settingsOf(encoded));
        assertTrue(encoded.accounts().map(AccountMeta::address).contains(operation.multisig().address()));
    }

    @Property
    void aPaddedOrForeignInstructionIsNoOperation(@ForAll("operations") SquadsInstruction operation) {
        Instruction encoded = InstructionCodec.V4.encode(operation);
        byte[] longer = Arrays.copyOf(encoded.data().toArray(), encoded.data().length() + 1);
        assertEquals(
                Option.none(),
                PROGRAM.settingsOf(new Instruction(encoded.program(), encoded.accounts(), Bytes.of(longer))));
        assertEquals(
                Option.none(),
                PROGRAM.settingsOf(new Instruction(SystemProgram.ID, encoded.accounts(), encoded.data())));
    }

    @Property
    void storedInstructionsAreRestoredWithTheMessagesRights(@ForAll("instructions") Array<Instruction> instructions) {
        AccountRef account = PROGRAM.locate(SquadsV4.PROGRAM);
        Array<Address> named = Array.ofAll(instructions.flatMap(Instruction::accounts).map(AccountMeta::address).distinct());
        Array<LookupTable> tables = Array.of(
                new LookupTable(address(98), named.take(3)), new LookupTable(address(99), named.drop(3).take(3)));
        TransactionContent.VaultInstructions stored =
                PROGRAM.store(account, 0, instructions, tables).get();

        Either<?, Array<Instruction>> restored = PROGRAM.restore(stored, tables);

        Array<AccountMeta> all = instructions.flatMap(Instruction::accounts).append(AccountMeta.writableSigner(account.address()));
        assertEquals(
                instructions.map(instruction -> new Instruction(
                        instruction.program(),
                        instruction.accounts().map(meta -> rights(meta.address(), all)).toArray(),
                        instruction.data())),
                restored.get());
        assertTrue(PROGRAM.tablesOf(stored).get().isEmpty() || PROGRAM.restore(stored, Array.empty()).isLeft());
    }

    /** Other clients may request a threshold of 0, an endless time lock, unknown permissions or a zero limit, and may write any memo. */
    @Property
    void requestsOfOtherClientsCanBeRead(@ForAll("operations") SquadsInstruction operation) {
        Instruction encoded = InstructionCodec.V4.encode(operation);

        assertEquals(
                operation instanceof ConfigTransactionCreate,
                PROGRAM.lifeCycle(encoded).exists(step -> step instanceof LifeCycleInstruction.Create create
                        && create.content() instanceof TransactionContent.SettingsChange));
        assertEquals(
                operation instanceof MultisigChange
                        || operation instanceof MultisigSetConfigAuthority
                        || operation instanceof MultisigAddSpendingLimit
                        || operation instanceof MultisigRemoveSpendingLimit,
                PROGRAM.adminInstruction(encoded).isDefined());
        assertEquals(
                operation instanceof MultisigCreateV2,
                PROGRAM.creationOf(encoded).isDefined());
        assertEquals(
                operation instanceof ProposalVote vote ? vote.memo() : Option.none(),
                PROGRAM.lifeCycle(encoded).flatMap(step -> step instanceof LifeCycleInstruction.CastVote cast
                        ? cast.memo()
                        : Option.<String>none()));
    }

    /** Data without a meaning in the domain gives a typed refusal. */
    @Property
    void anyAccountIsReadOrRefused(@ForAll("accounts") SquadsAccount stored) {
        AccountData account = new AccountData(BaseUnits.of(1), SquadsV4.PROGRAM, stored.content(), false);

        assertEquals(
                stored instanceof SpendingLimitAccount, stored instanceof SpendingLimitAccount limit
                        && PROGRAM.readLimit(of(limit.multisig()), PROGRAM.limitAddress(of(limit.multisig()), limit.limit().terms().createKey()), account)
                                .isRight());
        assertEquals(
                stored instanceof ProgramConfigAccount,
                PROGRAM.readCreationTerms(account).isRight());
        switch (stored) {
            case MultisigAccount multisig ->
                assertEquals(
                        SettingsTerms.read(multisig).toOption(),
                        PROGRAM.readSettings(PROGRAM.locate(multisig.createKey()).settings(), account)
                                .map(SettingsAccount::settings)
                                .toOption());
            case ConfigTransactionAccount config -> assertContent(config.multisig(), config.index(), account);
            case VaultTransactionAccount vault -> assertContent(vault.multisig(), vault.index(), account);
            case ProposalAccount proposal ->
                assertEquals(
                        proposal.transactionIndex() > 0 && !(proposal.status() instanceof ProposalStatus.Executing),
                        PROGRAM.readTransaction(
                                        of(proposal.multisig()),
                                        proposal.transactionIndex(),
                                        new FoundAccount.Absent(),
                                        new FoundAccount.Owned(account))
                                .isRight());
            case SpendingLimitAccount limit -> {}
            case ProgramConfigAccount config -> {}
            case TransactionBufferAccount buffer -> {}
        }
    }

    /** The smart account with these settings; its address does not matter here. */
    private static AccountRef of(SettingsAddress settings) {
        return new AccountRef(settings.address(), settings);
    }

    private static void assertContent(SettingsAddress multisig, long index, AccountData account) {
        assertEquals(
                index > 0,
                PROGRAM.readTransaction(of(multisig), index, new FoundAccount.Owned(account), new FoundAccount.Absent())
                        .isRight());
    }

    private static AccountMeta rights(Address address, Array<AccountMeta> all) {
        Array<AccountMeta> mentions = all.filter(meta -> meta.address().equals(address));
        return new AccountMeta(
                address, mentions.exists(AccountMeta::signer), mentions.exists(AccountMeta::writable));
    }

    @Provide
    Arbitrary<SquadsInstruction> operations() {
        return RandomRecords.of(SquadsInstruction.class);
    }

    @Provide
    Arbitrary<SquadsAccount> accounts() {
        return RandomRecords.of(SquadsAccount.class);
    }

    @Provide
    Arbitrary<Array<Instruction>> instructions() {
        return Arbitraries.randomValue(random -> {
            Array<Instruction> some = Array.empty();
            for (int i = random.nextInt(4); i >= 0; i--) {
                some = some.append(instruction(random));
            }
            return some;
        });
    }

    private static Instruction instruction(Random random) {
        Array<AccountMeta> accounts = Array.empty();
        for (int i = random.nextInt(5); i > 0; i--) {
            accounts = accounts.append(new AccountMeta(
                    address(random.nextInt(8)), random.nextInt(4) == 0, random.nextBoolean()));
        }
        byte[] data = new byte[random.nextInt(6)];
        random.nextBytes(data);
        return new Instruction(address(50 + random.nextInt(2)), accounts, Bytes.of(data));
    }

    private static Address address(int number) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) number;
        bytes[31] = 1;
        return Address.of(bytes);
    }
}
