package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.SquadsV4;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.function.Function;

/** The known instructions, each with its reader. */
public enum InstructionType {
    MULTISIG_CREATE_V2(MultisigCreateV2::read),
    MULTISIG_ADD_MEMBER(in -> MultisigChange.read(ConfigAction.ADD_MEMBER, in)),
    MULTISIG_REMOVE_MEMBER(in -> MultisigChange.read(ConfigAction.REMOVE_MEMBER, in)),
    MULTISIG_CHANGE_THRESHOLD(in -> MultisigChange.read(ConfigAction.CHANGE_THRESHOLD, in)),
    MULTISIG_SET_TIME_LOCK(in -> MultisigChange.read(ConfigAction.SET_TIME_LOCK, in)),
    MULTISIG_SET_RENT_COLLECTOR(in -> MultisigChange.read(ConfigAction.SET_RENT_COLLECTOR, in)),
    MULTISIG_SET_CONFIG_AUTHORITY(MultisigSetConfigAuthority::read),
    MULTISIG_ADD_SPENDING_LIMIT(MultisigAddSpendingLimit::read),
    MULTISIG_REMOVE_SPENDING_LIMIT(MultisigRemoveSpendingLimit::read),
    SPENDING_LIMIT_USE(SpendingLimitUse::read),
    CONFIG_TRANSACTION_CREATE(ConfigTransactionCreate::read),
    CONFIG_TRANSACTION_EXECUTE(ConfigTransactionExecute::read),
    CONFIG_TRANSACTION_ACCOUNTS_CLOSE(in -> TransactionAccountsClose.read(TransactionAccountsClose.Kind.CONFIG, in)),
    VAULT_TRANSACTION_CREATE(VaultTransactionCreate::read),
    VAULT_TRANSACTION_CREATE_FROM_BUFFER(VaultTransactionCreateFromBuffer::read),
    VAULT_TRANSACTION_EXECUTE(VaultTransactionExecute::read),
    VAULT_TRANSACTION_ACCOUNTS_CLOSE(in -> TransactionAccountsClose.read(TransactionAccountsClose.Kind.VAULT, in)),
    TRANSACTION_BUFFER_CREATE(TransactionBufferCreate::read),
    TRANSACTION_BUFFER_EXTEND(TransactionBufferExtend::read),
    TRANSACTION_BUFFER_CLOSE(TransactionBufferClose::read),
    PROPOSAL_CREATE(ProposalCreate::read),
    PROPOSAL_ACTIVATE(ProposalActivate::read),
    PROPOSAL_APPROVE(in -> ProposalVote.read(ProposalVote.Kind.APPROVE, in)),
    PROPOSAL_REJECT(in -> ProposalVote.read(ProposalVote.Kind.REJECT, in)),
    PROPOSAL_CANCEL(in -> ProposalVote.read(ProposalVote.Kind.CANCEL, in)),
    PROPOSAL_CANCEL_V2(in -> ProposalVote.read(ProposalVote.Kind.CANCEL_V2, in));

    private static final Map<Long, InstructionType> BY_DISCRIMINATOR =
            Array.of(values()).toMap(InstructionType::discriminator, type -> type);

    /** The function is a method reference or a lambda without state. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<InstructionReader, SquadsInstruction> reader;
    private final long discriminator;

    InstructionType(Function<InstructionReader, SquadsInstruction> reader) {
        this.reader = reader;
        this.discriminator = SquadsV4.discriminator("global:" + programName());
    }

    /** Returns the instruction with this discriminator; none if it is unknown. */
    public static Option<InstructionType> of(long discriminator) {
        return BY_DISCRIMINATOR.get(discriminator);
    }

    /** Returns the first eight bytes of the instruction's data, the first one highest. */
    public long discriminator() {
        return discriminator;
    }

    /** Returns the program's name of the instruction, such as {@code proposal_approve}. */
    public String programName() {
        return name().toLowerCase(Locale.ROOT);
    }

    SquadsInstruction read(InstructionReader in) {
        return reader.apply(in);
    }
}
