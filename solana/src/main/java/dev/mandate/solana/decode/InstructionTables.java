package dev.mandate.solana.decode;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.explain.DescribedInstruction.Decoded;
import dev.mandate.domain.explain.DescribedInstruction.Kind;
import dev.mandate.domain.explain.DescribedInstruction.Unknown;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.domain.explain.Field;
import dev.mandate.domain.explain.FieldValue;
import dev.mandate.domain.explain.MoneyMove;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.program.InstructionFormat;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.LookupTableAccount;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Decodes instructions of the system, token, associated token, stake, vote, loader, lookup table, compute budget and memo programs, of the programs
 * that verify signatures, and of Squads v4.
 */
public final class InstructionTables implements InstructionFormat {

    private static final Address MEMO_V1 = Address.of("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo");
    private static final int BATCH = 255;

    private static final Map<Address, ProgramLayout> TABLES = HashMap.<Address, ProgramLayout>empty()
            .put(SystemProgram.ID, SystemTable.TABLE)
            .put(TokenProgram.TOKEN.id(), TokenTable.TABLE)
            .put(TokenProgram.TOKEN_2022.id(), Token2022Table.TABLE)
            .put(AssociatedTokenProgram.ID, AssociatedTokenTable.TABLE)
            .put(ComputeBudgetProgram.ID, ComputeBudgetTable.TABLE)
            .put(Address.of("Stake11111111111111111111111111111111111111"), StakeTable.TABLE)
            .put(Address.of("Vote111111111111111111111111111111111111111"), VoteTable.TABLE)
            .put(Address.of("BPFLoaderUpgradeab1e11111111111111111111111"), UpgradeableLoaderTable.TABLE)
            .put(Address.of("LoaderV411111111111111111111111111111111111"), Loader4Table.TABLE)
            .put(LookupTableAccount.PROGRAM, LookupTableTable.TABLE);

    private final Address accountProgram;
    private final SquadsInstructions accounts;

    /** @param accountProgram the smart account program */
    public InstructionTables(Address accountProgram) {
        this.accountProgram = accountProgram;
        this.accounts = new SquadsInstructions(accountProgram);
    }

    @Override
    public Array<AccountQuery> needed(Seq<Instruction> instructions, Map<Address, AccountData> loaded) {
        Seq<Address> named = instructions
                .filter(one -> TokenProgram.at(one.program()).isDefined())
                .flatMap(Instruction::accounts)
                .map(AccountMeta::address);
        return named.appendAll(tokenAccounts(loaded).values().map(TokenAccount::mint))
                .appendAll(instructions.flatMap(this::mintOfUse))
                .distinct()
                .map(AccountQuery.OfAnyOwner::new)
                .<AccountQuery>map(query -> query)
                .toArray();
    }

    private Option<Address> mintOfUse(Instruction instruction) {
        return instruction.program().equals(accountProgram)
                ? accounts.mintOfUse(instruction)
                : Option.none();
    }

    @Override
    public Array<DescribedInstruction> decode(Instruction instruction, Seq<Instruction> all, Map<Address, AccountData> loaded) {
        Map<Address, TokenAccount> known = tokenAccounts(loaded);
        Map<Address, Address> created = all.flatMap(one -> AssociatedTokenProgram.decode(one).toOption())
                .toMap(one -> one.account().address(), one -> one.mint());
        Map<Address, MintAccount> mints = loaded.filterValues(data -> TokenProgram.at(data.owner()).isDefined())
                .mapValues(data -> MintAccount.decode(data.data()))
                .filterValues(Either::isRight)
                .mapValues(Either::get);
        TokenContext tokens =
                new TokenContext(account -> known.get(account).map(TokenAccount::mint).orElse(() -> created.get(account)), mints);
        Array<AccountMeta> metas = instruction.accounts().toArray();
        return decode(instruction, metas, instruction.data(), tokens, 0).map(one -> one instanceof Decoded decoded
                ? decoded.with(RightRules.changes(decoded, known), notes(decoded, mints))
                : one);
    }

    private Array<DescribedInstruction> decode(
            Instruction instruction, Array<AccountMeta> metas, Bytes data, TokenContext tokens, int depth) {
        boolean isBatch = TokenProgram.at(instruction.program()).isDefined() && data.length() > 0 && (data.at(0) & 0xff) == BATCH;
        if (isBatch && depth == 0) {
            return batch(instruction, metas, data, tokens);
        }
        return Array.of(single(instruction, metas, data, tokens)
                .<DescribedInstruction>map(decoded -> decoded)
                .getOrElseGet(why -> new Unknown(instruction.program(), metas, data, why)));
    }

    private Either<String, Decoded> single(Instruction instruction, Array<AccountMeta> metas, Bytes data, TokenContext tokens) {
        Address program = instruction.program();
        if (program.equals(accountProgram)) {
            return accounts.read(instruction);
        }
        if (program.equals(MemoProgram.ID) || program.equals(MEMO_V1)) {
            return memo(program, metas, data);
        }
        Option<Precompiles> precompile = Precompiles.at(program);
        if (precompile.isDefined()) {
            return precompile.get().read(instruction);
        }
        if (program.equals(AssociatedTokenProgram.ID)) {
            return associated(instruction, metas, tokens);
        }
        return TABLES.get(program)
                .toEither("the program is not known here")
                .flatMap(table -> table.read(program, metas, data, tokens));
    }

    /** Empty data is a creation. The account must be the one that the program derives. */
    private static Either<String, Decoded> associated(Instruction instruction, Array<AccountMeta> metas, TokenContext tokens) {
        Bytes data = instruction.data().length() == 0 ? Bytes.of(new byte[1]) : instruction.data();
        return AssociatedTokenTable.TABLE
                .read(instruction.program(), metas, data, tokens)
                .flatMap(decoded -> decoded.instruction().equals("recover_nested") || AssociatedTokenProgram.decode(instruction).isRight()
                        ? Either.right(decoded)
                        : Either.left("its account is not the one that the program derives"));
    }

    private static Either<String, Decoded> memo(Address program, Array<AccountMeta> signers, Bytes data) {
        return Texts.utf8(data)
                .toEither("its text is not UTF-8")
                .map(text -> new Decoded(
                        program,
                        "memo",
                        "memo",
                        Array.of(
                                new Field("text", new FieldValue.Text(text)),
                                new Field("signers", new FieldValue.Many(signers.map(AccountMeta::address).map(FieldValue.Key::new)))),
                        Array.empty(),
                        Array.empty(),
                        Kind.BOOKKEEPING,
                        "Memo: " + Sentences.quoted(text) + ".",
                        Array.empty()));
    }

    /** Each instruction as number of accounts, number of bytes, bytes. */
    private Array<DescribedInstruction> batch(Instruction instruction, Array<AccountMeta> metas, Bytes data, TokenContext tokens) {
        Array<DescribedInstruction> all = Array.empty();
        Array<AccountMeta> left = metas;
        int at = 1;
        while (at < data.length()) {
            int named = data.at(at) & 0xff;
            int length = at + 2 <= data.length() ? data.at(at + 1) & 0xff : Integer.MAX_VALUE;
            if (length > data.length() - at - 2 || named > left.length()) {
                return all.append(new Unknown(instruction.program(), left, data.slice(at, data.length() - at), "its batch is malformed"));
            }
            all = all.appendAll(decode(instruction, left.take(named), data.slice(at + 2, length), tokens, 1));
            left = left.drop(named);
            at += 2 + length;
        }
        return all;
    }

    private static Map<Address, TokenAccount> tokenAccounts(Map<Address, AccountData> loaded) {
        return loaded.filterValues(data -> TokenProgram.at(data.owner()).isDefined())
                .mapValues(data -> TokenAccount.decode(data.data()))
                .filterValues(Either::isRight)
                .mapValues(Either::get);
    }

    private static Option<Address> movedToken(Decoded decoded) {
        return decoded.money()
                .flatMap(move -> move.asset() instanceof MoneyMove.Asset.Tokens(Option<Address> mint) ? mint : Option.<Address>none())
                .headOption();
    }

    private static Array<String> notes(Decoded decoded, Map<Address, MintAccount> mints) {
        boolean moves = decoded.money().exists(move -> move.asset() instanceof MoneyMove.Asset.Tokens);
        return moves
                ? movedToken(decoded)
                        .flatMap(mint -> mints.get(mint).map(account -> TokenNotes.of(mint, account)))
                        .getOrElse(() -> Array.of("The token itself was not read: whether it keeps a fee, calls a program at each transfer, can be frozen"
                                + " or taken back, is not known."))
                : Array.empty();
    }
}
