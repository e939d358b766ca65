package dev.mandate.solana.decode;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.explain.DescribedInstruction.Decoded;
import dev.mandate.domain.explain.DescribedInstruction.Kind;
import dev.mandate.domain.explain.Field;
import dev.mandate.domain.explain.FieldValue;
import dev.mandate.domain.explain.MoneyAmount;
import dev.mandate.domain.explain.MoneyMove;
import dev.mandate.domain.explain.SettingsSentences;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.instruction.ConfigTransactionCreate;
import dev.mandate.solana.squadsv4.instruction.ConfigTransactionExecute;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.InstructionType;
import dev.mandate.solana.squadsv4.instruction.MultisigAddSpendingLimit;
import dev.mandate.solana.squadsv4.instruction.MultisigChange;
import dev.mandate.solana.squadsv4.instruction.MultisigCreateV2;
import dev.mandate.solana.squadsv4.instruction.MultisigRemoveSpendingLimit;
import dev.mandate.solana.squadsv4.instruction.MultisigSetConfigAuthority;
import dev.mandate.solana.squadsv4.instruction.ProposalActivate;
import dev.mandate.solana.squadsv4.instruction.ProposalCreate;
import dev.mandate.solana.squadsv4.instruction.ProposalVote;
import dev.mandate.solana.squadsv4.instruction.SpendingLimitUse;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.squadsv4.instruction.TransactionAccountsClose;
import dev.mandate.solana.squadsv4.instruction.TransactionBufferClose;
import dev.mandate.solana.squadsv4.instruction.TransactionBufferCreate;
import dev.mandate.solana.squadsv4.instruction.TransactionBufferExtend;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionCreate;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionCreateFromBuffer;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionExecute;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Set;

/** Reads instructions of Squads v4 by their records, which decode strictly, and batches by {@link BatchTable}. */
final class SquadsInstructions {

    private static final String NAME = "squads-v4";
    private static final Set<InstructionType> LIMIT_USE = Set.of(InstructionType.SPENDING_LIMIT_USE);

    private final InstructionCodec codec;
    private final SquadsAddresses addresses;

    SquadsInstructions(Address program) {
        this.codec = new InstructionCodec(program);
        this.addresses = new SquadsAddresses(program);
    }

    /** Reads an instruction; left: a clause that says why it is not understood. */
    Either<String, Decoded> read(Instruction instruction) {
        long number = new ByteReader(instruction.data()).discriminator();
        return InstructionType.of(number).isDefined()
                ? codec.decode(instruction).bimap(problem -> "it is no well-formed call of this program (" + problem + ")", this::decoded)
                : BatchTable.TABLE.read(
                        codec.program(), instruction.accounts().toArray(), instruction.data(), TokenContext.NOTHING);
    }

    /** The token of which a limit is used; none for SOL, and for other instructions. */
    Option<Address> mintOfUse(Instruction instruction) {
        return codec.decode(instruction, LIMIT_USE)
                .flatMap(decoded -> decoded instanceof SpendingLimitUse use ? use.mint() : Option.<Address>none());
    }

    private Decoded decoded(SquadsInstruction instruction) {
        Array<Field> fields = fields(instruction);
        return new Decoded(
                codec.program(),
                NAME,
                instruction.type().programName(),
                fields,
                money(instruction),
                Array.empty(),
                kind(instruction),
                sentence(instruction),
                Array.empty());
    }

    /** Amounts of a use are of SOL or of the token that it names. */
    private static Array<Field> fields(SquadsInstruction instruction) {
        Array<Field> fields = RecordFields.of((Record) instruction);
        return instruction instanceof SpendingLimitUse use
                ? fields.map(field -> field.name().equals("amount") ? new Field("amount", amount(use)) : field)
                : fields;
    }

    private static FieldValue amount(SpendingLimitUse use) {
        return use.mint()
                .<FieldValue>map(mint -> new FieldValue.TokenUnits(use.amount(), Option.some(mint), Option.some(use.decimals())))
                .getOrElse(() -> new FieldValue.Lamports(use.amount()));
    }

    private static Array<MoneyMove> money(SquadsInstruction instruction) {
        return switch (instruction) {
            case SpendingLimitUse use -> Array.of(new MoneyMove(
                    use.mint().<MoneyMove.Asset>map(mint -> new MoneyMove.Asset.Tokens(Option.some(mint))).getOrElse(MoneyMove.Asset.Sol::new),
                    Option.some(use.vaultTokenAccount().getOrElse(use.vault())),
                    Option.some(use.destinationTokenAccount().getOrElse(use.destination())),
                    new MoneyAmount.Exact(use.amount())));
            case MultisigCreateV2 create -> rent(create.creator(), create.multisig().address()).append(unknown(create.creator(), create.treasury()));
            case VaultTransactionCreate create -> rent(create.rentPayer(), create.transaction());
            case VaultTransactionCreateFromBuffer create -> rent(create.create().rentPayer(), create.create().transaction());
            case ConfigTransactionCreate create -> rent(create.rentPayer(), create.transaction());
            case ProposalCreate create -> rent(create.rentPayer(), create.proposal());
            case TransactionBufferCreate create -> rent(create.rentPayer(), create.transactionBuffer());
            case MultisigAddSpendingLimit add -> rent(add.rentPayer(), add.spendingLimit());
            case MultisigRemoveSpendingLimit remove -> rent(remove.spendingLimit(), remove.rentCollector());
            case TransactionAccountsClose close ->
                rent(close.proposal(), close.rentCollector()).appendAll(rent(close.transaction(), close.rentCollector()));
            case TransactionBufferClose close -> rent(close.transactionBuffer(), close.creator());
            case ConfigTransactionExecute execute ->
                execute.rentPayer().toArray().map(payer -> unknown(payer, execute.multisig().address()));
            case MultisigChange change -> change.accounts().rentPayer().toArray().map(payer -> unknown(payer, change.multisig().address()));
            case MultisigSetConfigAuthority set -> Array.empty();
            case ProposalActivate activate -> Array.empty();
            case ProposalVote vote -> Array.empty();
            case TransactionBufferExtend extend -> Array.empty();
            case VaultTransactionExecute execute -> Array.empty();
        };
    }

    private static Array<MoneyMove> rent(Address from, Address to) {
        return Array.of(unknown(from, to));
    }

    private static MoneyMove unknown(Address from, Address to) {
        return new MoneyMove(new MoneyMove.Asset.Sol(), Option.some(from), Option.some(to), new MoneyAmount.Unknown());
    }

    /** Recording content, voting on it and executing it are as grave as the content, which is ranked by itself. */
    private static Kind kind(SquadsInstruction instruction) {
        return switch (instruction) {
            case MultisigCreateV2 create -> Kind.AUTHORITY;
            case MultisigChange change -> Kind.AUTHORITY;
            case MultisigSetConfigAuthority set -> Kind.AUTHORITY;
            case MultisigAddSpendingLimit add -> Kind.AUTHORITY;
            case MultisigRemoveSpendingLimit remove -> Kind.AUTHORITY;
            case ConfigTransactionExecute execute -> Kind.OTHER;
            case VaultTransactionExecute execute -> Kind.OTHER;
            case ProposalVote vote -> Kind.OTHER;
            case SpendingLimitUse use -> Kind.MONEY;
            case ConfigTransactionCreate create -> Kind.OTHER;
            case VaultTransactionCreate create -> Kind.OTHER;
            case VaultTransactionCreateFromBuffer create -> Kind.OTHER;
            case ProposalCreate create -> Kind.OTHER;
            case ProposalActivate activate -> Kind.OTHER;
            case TransactionAccountsClose close -> Kind.OTHER;
            case TransactionBufferCreate create -> Kind.OTHER;
            case TransactionBufferExtend extend -> Kind.OTHER;
            case TransactionBufferClose close -> Kind.OTHER;
        };
    }

    private String sentence(SquadsInstruction instruction) {
        String account = " of the account " + instruction.multisig();
        return switch (instruction) {
            case MultisigCreateV2 create -> "Creates the account " + create.multisig() + ": " + create.threshold() + " of "
                    + (create.members().isEmpty() ? "nobody" : create.members().map(member -> member.address().toString()).mkString(", ")) + ", time lock " + create.timeLock()
                    + " seconds, " + create.configAuthority().map(admin -> "its settings held by " + admin).getOrElse("without an admin")
                    + "; " + create.creator() + " pays.";
            case MultisigChange change -> "As the admin " + change.accounts().configAuthority() + account + ", at once: " + change(instruction);
            case MultisigSetConfigAuthority set -> "As the admin " + set.accounts().configAuthority() + account + ", hands its settings over to "
                    + (set.newConfigAuthority().equals(Address.ZERO) ? "nobody, for good" : set.newConfigAuthority()) + ".";
            case MultisigAddSpendingLimit add ->
                "As the admin " + add.configAuthority() + account + ", at once: " + SettingsSentences.limit(add.terms());
            case MultisigRemoveSpendingLimit remove -> "As the admin " + remove.configAuthority() + account + ", removes the spending limit "
                    + remove.spendingLimit() + "; its rent goes to " + remove.rentCollector() + ".";
            case SpendingLimitUse use -> use.member() + " spends " + Sentences.text(amount(use)) + " from the vault " + use.vault() + account + " to "
                    + use.destination() + ", within the limit " + use.spendingLimit() + ".";
            case ConfigTransactionCreate create -> create.creator() + " records a change of the settings" + account + " as the transaction "
                    + create.transaction() + ": " + actions(create) + memo(create.memo());
            case ConfigTransactionExecute execute ->
                execute.member() + " executes the change of settings " + execute.transaction() + account + ".";
            case VaultTransactionCreate create -> create.creator() + " records a transaction of vault " + create.vaultIndex() + account + " as "
                    + create.transaction() + "." + memo(create.memo());
            case VaultTransactionCreateFromBuffer create -> create.create().creator() + " records what the buffer " + create.transactionBuffer()
                    + " holds then as the transaction " + create.create().transaction() + account + ", vault " + create.create().vaultIndex() + "."
                    + memo(create.create().memo());
            case VaultTransactionExecute execute -> execute.member() + " executes the transaction " + execute.transaction() + account + ".";
            case ProposalCreate create -> create.creator() + (create.draft() ? " drafts" : " opens") + " the vote on transaction "
                    + Long.toUnsignedString(create.transactionIndex()) + account + ".";
            case ProposalActivate activate -> activate.member() + " opens the vote on the proposal " + activate.proposal() + account + ".";
            case ProposalVote vote -> vote.member() + " " + verb(vote.kind()) + " the proposal " + vote.proposal() + account + "." + memo(vote.memo());
            case TransactionAccountsClose close -> "Closes the transaction " + close.transaction() + account + "; its rent goes to "
                    + close.rentCollector() + ".";
            case TransactionBufferCreate create -> create.creator() + " begins the buffer " + create.transactionBuffer() + account + ".";
            case TransactionBufferExtend extend -> extend.creator() + " fills the buffer " + extend.transactionBuffer() + account + ".";
            case TransactionBufferClose close -> close.creator() + " closes the buffer " + close.transactionBuffer() + account + ".";
        };
    }

    private static String change(SquadsInstruction instruction) {
        return instruction.adminCommand()
                .flatMap(command -> command instanceof Command.ChangeAsAdmin(var by, SettingsAction action)
                        ? Option.some(SettingsSentences.of(action))
                        : Option.none())
                .getOrElseThrow(() -> new IllegalStateException("no change by an admin: " + instruction));
    }

    private String actions(ConfigTransactionCreate create) {
        return create.actions().isEmpty()
                ? "nothing."
                : ConfigAction.toChange(create.actions(), create.multisig(), addresses).actions().map(SettingsSentences::of).mkString(" ");
    }

    private static String verb(ProposalVote.Kind kind) {
        return switch (kind) {
            case APPROVE -> "approves";
            case REJECT -> "rejects";
            case CANCEL, CANCEL_V2 -> "votes to cancel";
        };
    }

    private static String memo(Option<String> memo) {
        return memo.filter(text -> !text.isEmpty()).map(text -> " Memo: " + Sentences.quoted(text) + ".").getOrElse("");
    }
}
