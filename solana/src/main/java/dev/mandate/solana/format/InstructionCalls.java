package dev.mandate.solana.format;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.CallFormat;
import dev.mandate.solana.programs.AssociatedTokenInstruction;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
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
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * Reads calls of the system program, both token programs, the associated token program, compute budget, memos and the smart account program.
 * Numbers and accounts are read as leniently as the programs do: they ignore bytes that follow.
 */
public final class InstructionCalls implements CallFormat {

    private static final Set<String> ROLES = HashSet.of(
            "account", "authority", "base", "delegate", "destination", "member", "mint", "multisig", "new_authority", "nonce_account",
            "payer", "source", "spending_limit");

    private static final Array<Array<Address>> ANYBODY = Array.of(Array.empty());

    private final InstructionCodec codec;

    /** @param accountProgram the smart account program */
    public InstructionCalls(Address accountProgram) {
        this.codec = new InstructionCodec(accountProgram);
    }

    /** Token accounts and mints: the accounts of calls that move lamports or tokens, and the mints of new token accounts. */
    @Override
    public Array<AccountQuery> needed(Seq<Instruction> instructions) {
        return instructions
                .filter(one -> TokenProgram.at(one.program()).isDefined()
                        || one.program().equals(AssociatedTokenProgram.ID)
                        || one.program().equals(SystemProgram.ID))
                .flatMap(Instruction::accounts)
                .map(AccountMeta::address)
                .distinct()
                .<AccountQuery>map(address -> new SplTokens().query(address))
                .toArray();
    }

    @Override
    public Array<DecodedCall> calls(Instruction instruction, Seq<Instruction> all, Map<Address, AccountData> loaded) {
        Address program = instruction.program();
        Option<TokenProgram> tokens = TokenProgram.at(program);
        if (tokens.isDefined()) {
            return new TokenCalls(tokens.get(), TokenFacts.of(all, loaded)).calls(instruction);
        }
        Option<DecodedCall> read = program.equals(SystemProgram.ID)
                ? new SystemCalls(TokenFacts.of(all, loaded)).call(instruction)
                : program.equals(AssociatedTokenProgram.ID)
                        ? AssociatedTokenProgram.decode(instruction).toOption().map(InstructionCalls::creation)
                        : program.equals(codec.program())
                                ? codec.decode(instruction).toOption().map(this::account)
                                : harmless(program);
        return Array.of(read.getOrElse(() -> new DecodedCall.Unread(program, "its instruction cannot be read")));
    }

    @Override
    public Option<Set<String>> instructions(Address program) {
        return HashMap.<Address, Set<String>>of(
                        SystemProgram.ID, SystemCalls.NAMES,
                        TokenProgram.TOKEN.id(), TokenCalls.NAMES,
                        TokenProgram.TOKEN_2022.id(), TokenCalls.NAMES,
                        AssociatedTokenProgram.ID, HashSet.of("create", "create_idempotent"),
                        ComputeBudgetProgram.ID, HashSet.of("compute_budget"),
                        MemoProgram.ID, HashSet.of("memo"),
                        codec.program(), HashSet.of(InstructionType.values()).map(InstructionType::programName))
                .get(program);
    }

    @Override
    public Set<String> roles() {
        return ROLES;
    }

    private static Option<DecodedCall> harmless(Address program) {
        return program.equals(ComputeBudgetProgram.ID)
                ? Option.some(named(program, "compute_budget"))
                : Option.when(program.equals(MemoProgram.ID), () -> named(program, "memo"));
    }

    private static DecodedCall named(Address program, String instruction) {
        return new DecodedCall.Read(
                program, instruction, HashMap.empty(), Option.none(), Option.none(), Array.empty(), Array.empty(), Option.none());
    }

    private static Array<Array<Address>> one(Address account) {
        return Array.of(Array.of(account));
    }

    /** The payer's lamports become the rent of a token account, which its owner can close. */
    private static DecodedCall creation(AssociatedTokenInstruction created) {
        Array<Address> account = Array.of(created.account().address(), created.owner());
        return new DecodedCall.Read(
                AssociatedTokenProgram.ID,
                created instanceof AssociatedTokenInstruction.Create ? "create" : "create_idempotent",
                HashMap.of("payer", one(created.payer()), "account", Array.of(account), "mint", one(created.mint())),
                Option.none(),
                Option.none(),
                Array.of(account),
                Array.empty(),
                Option.none());
    }

    private DecodedCall account(SquadsInstruction instruction) {
        Map<String, Array<Array<Address>>> multisig = HashMap.of("multisig", one(instruction.multisig().address()));
        Option<DecodedCall> money = instruction instanceof SpendingLimitUse use
                ? Option.some(use(use, multisig))
                : instruction.adminCommand().flatMap(command -> command instanceof Command.ChangeAsAdmin change
                                && change.action() instanceof SettingsAction.AddSpendingLimit add
                        ? Option.some(limit(instruction.multisig(), add.terms(), multisig))
                        : Option.none());
        return money.getOrElse(() -> new DecodedCall.Read(
                codec.program(),
                instruction.type().programName(),
                multisig,
                Option.none(),
                Option.none(),
                Array.empty(),
                rent(instruction),
                Option.some(instruction.multisig())));
    }

    /**
     * What closes an account names the receiver of its rent. An account of a transaction or a limit can be closed by rights that nobody can
     * know when it is made. The rent of settings stays in them.
     */
    private static Array<Array<Address>> rent(SquadsInstruction instruction) {
        return switch (instruction) {
            case MultisigCreateV2 create -> one(create.treasury());
            case MultisigRemoveSpendingLimit remove -> one(remove.rentCollector());
            case TransactionAccountsClose close -> one(close.rentCollector());
            case TransactionBufferCreate create -> one(create.creator());
            case TransactionBufferClose close -> one(close.creator());
            case ConfigTransactionExecute execute -> execute.rentPayer().map(payer -> ANYBODY).getOrElse(Array::empty);
            case ProposalVote vote -> vote.kind() == ProposalVote.Kind.CANCEL_V2 ? ANYBODY : Array.empty();
            case ConfigTransactionCreate create -> ANYBODY;
            case MultisigAddSpendingLimit add -> ANYBODY;
            case ProposalCreate create -> ANYBODY;
            case VaultTransactionCreate create -> ANYBODY;
            case VaultTransactionCreateFromBuffer create -> ANYBODY;
            case MultisigChange change -> Array.empty();
            case MultisigSetConfigAuthority set -> Array.empty();
            case ProposalActivate activate -> Array.empty();
            case SpendingLimitUse use -> Array.empty();
            case TransactionBufferExtend extend -> Array.empty();
            case VaultTransactionExecute execute -> Array.empty();
        };
    }

    private DecodedCall use(SpendingLimitUse use, Map<String, Array<Array<Address>>> multisig) {
        return new DecodedCall.Read(
                codec.program(),
                use.type().programName(),
                multisig.put("destination", one(use.destination()))
                        .put("spending_limit", one(use.spendingLimit()))
                        .put("member", one(use.member())),
                Option.some(use.amount()),
                Option.some(use.mint().map(Token::ofMint).getOrElse(Token.Sol::new)),
                Array.of(Array.of(use.destination())),
                Array.empty(),
                Option.some(use.multisig()));
    }

    /** The members of a limit can pay its destinations without a vote; without destinations they can pay anybody. */
    private DecodedCall limit(SettingsAddress settings, LimitTerms terms, Map<String, Array<Array<Address>>> multisig) {
        Array<Array<Address>> payable =
                terms.destinations().isEmpty() ? ANYBODY : terms.destinations().map(Array::of);
        return new DecodedCall.Read(
                codec.program(),
                "multisig_add_spending_limit",
                multisig.put("destination", payable).put("member", terms.signers().map(Array::of)),
                Option.some(terms.amount()),
                Option.some(terms.token()),
                payable,
                ANYBODY,
                Option.some(settings));
    }

    @Override
    public DecodedCall call(AccountRef account, SettingsAction action) {
        Map<String, Array<Array<Address>>> multisig = HashMap.of("multisig", one(account.settings().address()));
        return switch (action) {
            case SettingsAction.AddSpendingLimit add -> limit(account.settings(), add.terms(), multisig);
            case SettingsAction.AddSigner add -> change("multisig_add_member", account, multisig);
            case SettingsAction.RemoveSigner remove -> change("multisig_remove_member", account, multisig);
            case SettingsAction.ChangeThreshold change -> change("multisig_change_threshold", account, multisig);
            case SettingsAction.SetTimeLock set -> change("multisig_set_time_lock", account, multisig);
            case SettingsAction.SetRentCollector set -> change("multisig_set_rent_collector", account, multisig);
            case SettingsAction.RemoveSpendingLimit remove -> change("multisig_remove_spending_limit", account, multisig);
        };
    }

    private DecodedCall change(String instruction, AccountRef account, Map<String, Array<Array<Address>>> multisig) {
        return new DecodedCall.Read(
                codec.program(),
                instruction,
                multisig,
                Option.none(),
                Option.none(),
                Array.empty(),
                Array.empty(),
                Option.some(account.settings()));
    }
}
