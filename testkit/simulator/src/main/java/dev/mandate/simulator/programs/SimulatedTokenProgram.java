package dev.mandate.simulator.programs;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.Program;
import dev.mandate.simulator.runtime.ProgramAbort;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.AccountProblem;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.programs.account.TokenAccount.State;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The SPL token program: mints, accounts and transfers. Accounts keep the fields for delegates, freezing and wrapped SOL, but
 * their instructions are not supported.
 */
public final class SimulatedTokenProgram implements Program {

    private static final Address ADDRESS = TokenProgram.TOKEN.id();

    private static final int TRANSFER = 3;
    private static final int MINT_TO = 7;
    private static final int CLOSE_ACCOUNT = 9;
    private static final int TRANSFER_CHECKED = 12;
    private static final int INITIALIZE_ACCOUNT_3 = 18;
    private static final int INITIALIZE_MINT_2 = 20;

    private static final long NOT_RENT_EXEMPT = 0;
    private static final long INSUFFICIENT_FUNDS = 1;
    private static final long INVALID_MINT = 2;
    private static final long MINT_MISMATCH = 3;
    private static final long OWNER_MISMATCH = 4;
    private static final long FIXED_SUPPLY = 5;
    private static final long ALREADY_IN_USE = 6;
    private static final long NON_NATIVE_HAS_BALANCE = 11;
    private static final long INVALID_INSTRUCTION = 12;
    private static final long OVERFLOW = 14;
    private static final long ACCOUNT_FROZEN = 17;
    private static final long MINT_DECIMALS_MISMATCH = 18;

    static Instruction initializeAccount3(Address account, Address mint, Address owner) {
        ByteWriter data = new ByteWriter();
        data.u8(INITIALIZE_ACCOUNT_3);
        data.address(owner);
        return new Instruction(
                ADDRESS, Array.of(AccountMeta.writable(account), AccountMeta.readonly(mint)), data.toBytes());
    }

    @Override
    public Address address() {
        return ADDRESS;
    }

    @Override
    public int usualComputeUnits() {
        return 6_200;
    }

    @Override
    public void run(Invocation invocation) {
        ByteReader in = new ByteReader(invocation.data());
        switch (in.u8()) {
            case TRANSFER -> {
                BaseUnits amount = BaseUnits.ofUnsignedBits(in.u64());
                requireRead(in);
                transfer(invocation, 1, amount);
            }
            case TRANSFER_CHECKED -> {
                BaseUnits amount = BaseUnits.ofUnsignedBits(in.u64());
                int decimals = in.u8();
                requireRead(in);
                requireMint(invocation, amount, decimals);
            }
            case MINT_TO -> {
                BaseUnits amount = BaseUnits.ofUnsignedBits(in.u64());
                requireRead(in);
                mintTo(invocation, amount);
            }
            case CLOSE_ACCOUNT -> close(invocation);
            case INITIALIZE_ACCOUNT_3 -> {
                Address owner = in.address();
                requireRead(in);
                initializeAccount(invocation, owner);
            }
            case INITIALIZE_MINT_2 -> {
                int decimals = in.u8();
                Address authority = in.address();
                Option<Address> freeze = in.u8() == 1 ? Option.some(in.address()) : Option.none();
                requireRead(in);
                initializeMint(
                        invocation,
                        new MintAccount(Option.some(authority), BaseUnits.ZERO, decimals, freeze, Bytes.EMPTY));
            }
            default -> throw ProgramAbort.custom(INVALID_INSTRUCTION);
        }
    }

    private static void requireRead(ByteReader in) {
        if (in.finishPrefix(Bytes.EMPTY).isLeft()) {
            throw ProgramAbort.custom(INVALID_INSTRUCTION);
        }
    }

    private static void requireMint(Invocation invocation, BaseUnits amount, int decimals) {
        TokenAccount source = tokenAccount(invocation.account(0));
        TokenAccount destination = tokenAccount(invocation.account(2));
        requireSpendable(source, destination, amount);
        RunningAccount mint = invocation.account(1);
        if (!mint.address().equals(source.mint())) {
            throw ProgramAbort.custom(MINT_MISMATCH);
        }
        if (mint(mint).decimals() != decimals) {
            throw ProgramAbort.custom(MINT_DECIMALS_MISMATCH);
        }
        move(invocation, 2, amount);
    }

    private static void transfer(Invocation invocation, int to, BaseUnits amount) {
        requireSpendable(tokenAccount(invocation.account(0)), tokenAccount(invocation.account(to)), amount);
        move(invocation, to, amount);
    }

    private static void requireSpendable(TokenAccount source, TokenAccount destination, BaseUnits amount) {
        if (source.state() == State.FROZEN || destination.state() == State.FROZEN) {
            throw ProgramAbort.custom(ACCOUNT_FROZEN);
        }
        if (source.amount().minus(amount).isEmpty()) {
            throw ProgramAbort.custom(INSUFFICIENT_FUNDS);
        }
        if (!source.mint().equals(destination.mint())) {
            throw ProgramAbort.custom(MINT_MISMATCH);
        }
    }

    private static void move(Invocation invocation, int to, BaseUnits amount) {
        RunningAccount from = invocation.account(0);
        RunningAccount target = invocation.account(to);
        TokenAccount source = tokenAccount(from);
        requireAuthority(invocation.account(to + 1), source.owner());
        requireOwn(invocation, from);
        requireOwn(invocation, target);
        if (from.address().equals(target.address())) {
            return;
        }
        TokenAccount destination = tokenAccount(target);
        from.write(source.withAmount(source.amount().minus(amount).get()).encode());
        target.write(destination.withAmount(sum(destination.amount(), amount)).encode());
    }

    private static void mintTo(Invocation invocation, BaseUnits amount) {
        RunningAccount mintView = invocation.account(0);
        RunningAccount target = invocation.account(1);
        TokenAccount destination = tokenAccount(target);
        if (destination.state() == State.FROZEN) {
            throw ProgramAbort.custom(ACCOUNT_FROZEN);
        }
        if (!destination.mint().equals(mintView.address())) {
            throw ProgramAbort.custom(MINT_MISMATCH);
        }
        MintAccount mint = mint(mintView);
        Address authority = mint.mintAuthority().getOrElseThrow(() -> ProgramAbort.custom(FIXED_SUPPLY));
        requireAuthority(invocation.account(2), authority);
        BaseUnits supply = sum(mint.supply(), amount);
        target.write(destination.withAmount(sum(destination.amount(), amount)).encode());
        mintView.write(new MintAccount(
                        mint.mintAuthority(), supply, mint.decimals(), mint.freezeAuthority(), mint.extensions())
                .encode());
    }

    private static BaseUnits sum(BaseUnits one, BaseUnits other) {
        return one.plus(other).getOrElseThrow(() -> ProgramAbort.custom(OVERFLOW));
    }

    private static void close(Invocation invocation) {
        RunningAccount account = invocation.account(0);
        RunningAccount destination = invocation.account(1);
        if (account.address().equals(destination.address())) {
            throw ProgramAbort.named("InvalidAccountData");
        }
        TokenAccount source = tokenAccount(account);
        if (!source.amount().isZero() && source.nativeReserve().isEmpty()) {
            throw ProgramAbort.custom(NON_NATIVE_HAS_BALANCE);
        }
        requireAuthority(invocation.account(2), source.closeAuthority().getOrElse(source.owner()));
        destination.credit(account.lamports());
        account.debit(account.lamports());
        account.resize(0);
        account.assign(SystemProgram.ID);
    }

    private static void initializeAccount(Invocation invocation, Address owner) {
        RunningAccount account = invocation.account(0);
        RunningAccount mintView = invocation.account(1);
        requireUnused(TokenAccount.decode(account.data()));
        requireExempt(invocation, account);
        boolean isMint = mintView.owner().equals(ADDRESS)
                && MintAccount.decode(mintView.data()).isRight();
        if (!isMint) {
            throw ProgramAbort.custom(INVALID_MINT);
        }
        account.write(TokenAccount.of(mintView.address(), owner, BaseUnits.ZERO).encode());
    }

    private static void initializeMint(Invocation invocation, MintAccount mint) {
        RunningAccount account = invocation.account(0);
        requireUnused(MintAccount.decode(account.data()));
        requireExempt(invocation, account);
        account.write(mint.encode());
    }

    private static void requireExempt(Invocation invocation, RunningAccount account) {
        if (Long.compareUnsigned(
                        account.lamports(), invocation.exemptMinimum(account.data().length()))
                < 0) {
            throw ProgramAbort.custom(NOT_RENT_EXEMPT);
        }
    }

    /** Multisignature authorities are not supported. */
    private static void requireAuthority(RunningAccount authority, Address expected) {
        if (!authority.address().equals(expected)) {
            throw ProgramAbort.custom(OWNER_MISMATCH);
        }
        if (!authority.isSigner()) {
            throw ProgramAbort.named("MissingRequiredSignature");
        }
    }

    private static void requireOwn(Invocation invocation, RunningAccount account) {
        if (!account.owner().equals(invocation.program())) {
            throw ProgramAbort.named("IncorrectProgramId");
        }
    }

    private static TokenAccount tokenAccount(RunningAccount account) {
        return TokenAccount.decode(account.data()).getOrElseThrow(SimulatedTokenProgram::unreadable);
    }

    private static MintAccount mint(RunningAccount account) {
        return MintAccount.decode(account.data()).getOrElseThrow(SimulatedTokenProgram::unreadable);
    }

    /** Returns the program's error for an account that it cannot read. */
    public static ProgramAbort unreadable(AccountProblem problem) {
        return switch (problem) {
            case AccountProblem.NotInitialized not -> ProgramAbort.named("UninitializedAccount");
            case AccountProblem.WrongLength wrong -> ProgramAbort.named("InvalidAccountData");
            case AccountProblem.Malformed malformed -> ProgramAbort.named("InvalidAccountData");
        };
    }

    private static void requireUnused(Either<AccountProblem, ?> content) {
        if (content.isRight()) {
            throw ProgramAbort.custom(ALREADY_IN_USE);
        }
        if (!(content.getLeft() instanceof AccountProblem.NotInitialized)) {
            throw unreadable(content.getLeft());
        }
    }
}
