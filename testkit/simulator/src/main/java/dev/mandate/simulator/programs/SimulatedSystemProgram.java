package dev.mandate.simulator.programs;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.Program;
import dev.mandate.simulator.runtime.ProgramAbort;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;

/** Creates accounts, moves lamports, and keeps durable nonces. Instructions with seeds are not supported. */
public final class SimulatedSystemProgram implements Program {

    private static final int CREATE_ACCOUNT = 0;
    private static final int ASSIGN = 1;
    private static final int TRANSFER = 2;
    private static final int ADVANCE_NONCE = 4;
    private static final int WITHDRAW_NONCE = 5;
    private static final int INITIALIZE_NONCE = 6;
    private static final int AUTHORIZE_NONCE = 7;
    private static final int ALLOCATE = 8;

    private static final long MAX_DATA_LENGTH = 10 * 1024 * 1024;

    private static final long ACCOUNT_ALREADY_IN_USE = 0;
    private static final long RESULT_WITH_NEGATIVE_LAMPORTS = 1;
    private static final long INVALID_ACCOUNT_DATA_LENGTH = 3;

    /** Returns an instruction that allocates data in an account of the system program. */
    public static Instruction allocate(Address account, int space) {
        ByteWriter data = new ByteWriter();
        data.u32(ALLOCATE);
        data.u64(space);
        return instruction(data, AccountMeta.writableSigner(account));
    }

    /** Returns an instruction that sets another owner for an account of the system program. */
    public static Instruction assign(Address account, Address owner) {
        ByteWriter data = new ByteWriter();
        data.u32(ASSIGN);
        data.address(owner);
        return instruction(data, AccountMeta.writableSigner(account));
    }

    private static Instruction instruction(ByteWriter data, AccountMeta... accounts) {
        return new Instruction(SystemProgram.ID, Array.of(accounts), data.toBytes());
    }

    @Override
    public Address address() {
        return SystemProgram.ID;
    }

    @Override
    public int usualComputeUnits() {
        return 150;
    }

    @Override
    public void run(Invocation invocation) {
        ByteReader in = new ByteReader(invocation.data());
        switch ((int) in.u32()) {
            case CREATE_ACCOUNT -> {
                long lamports = in.u64();
                long space = in.u64();
                Address owner = in.address();
                requireRead(in);
                create(invocation.account(0), invocation.account(1), lamports, space, owner);
            }
            case ASSIGN -> {
                Address owner = in.address();
                requireRead(in);
                assign(invocation.account(0), owner);
            }
            case TRANSFER -> {
                long lamports = in.u64();
                requireRead(in);
                RunningAccount to = invocation.account(1);
                transfer(invocation.account(0), to, lamports);
            }
            case ADVANCE_NONCE -> SimulatedNonceAccounts.advance(invocation);
            case WITHDRAW_NONCE -> {
                long lamports = in.u64();
                requireRead(in);
                SimulatedNonceAccounts.withdraw(invocation, lamports);
            }
            case INITIALIZE_NONCE -> {
                Address authority = in.address();
                requireRead(in);
                SimulatedNonceAccounts.initialize(invocation, authority);
            }
            case AUTHORIZE_NONCE -> {
                Address authority = in.address();
                requireRead(in);
                SimulatedNonceAccounts.authorize(invocation, authority);
            }
            case ALLOCATE -> {
                long space = in.u64();
                requireRead(in);
                allocate(invocation.account(0), space);
            }
            default -> throw ProgramAbort.named("InvalidInstructionData");
        }
    }

    /** Bytes after the arguments are ignored, as in the real program. */
    private static void requireRead(ByteReader in) {
        if (in.finishPrefix(Bytes.EMPTY).isLeft()) {
            throw ProgramAbort.named("InvalidInstructionData");
        }
    }

    private static void create(RunningAccount from, RunningAccount to, long lamports, long space, Address owner) {
        if (to.lamports() != 0) {
            throw ProgramAbort.custom(ACCOUNT_ALREADY_IN_USE);
        }
        allocate(to, space);
        assign(to, owner);
        transfer(from, to, lamports);
    }

    private static void allocate(RunningAccount account, long space) {
        requireSigner(account);
        if (account.data().length() > 0 || !account.owner().equals(SystemProgram.ID)) {
            throw ProgramAbort.custom(ACCOUNT_ALREADY_IN_USE);
        }
        if (Long.compareUnsigned(space, MAX_DATA_LENGTH) > 0) {
            throw ProgramAbort.custom(INVALID_ACCOUNT_DATA_LENGTH);
        }
        if (!account.isWritable()) {
            throw ProgramAbort.named("ReadonlyDataModified");
        }
        account.write(Bytes.of(new byte[(int) space]));
    }

    private static void assign(RunningAccount account, Address owner) {
        if (account.owner().equals(owner)) {
            return;
        }
        requireSigner(account);
        account.assign(owner);
    }

    private static void transfer(RunningAccount from, RunningAccount to, long lamports) {
        requireSigner(from);
        if (from.data().length() > 0) {
            throw ProgramAbort.named("InvalidArgument");
        }
        if (Long.compareUnsigned(lamports, from.lamports()) > 0) {
            throw ProgramAbort.custom(RESULT_WITH_NEGATIVE_LAMPORTS);
        }
        move(from, to, lamports);
    }

    /** The runtime checks each step of its own programs, even a step that changes nothing or that the next step reverts. */
    static void move(RunningAccount from, RunningAccount to, long lamports) {
        if (lamports != 0 && !from.owner().equals(SystemProgram.ID)) {
            throw ProgramAbort.named("ExternalAccountLamportSpend");
        }
        if (!from.isWritable() || !to.isWritable()) {
            throw ProgramAbort.named("ReadonlyLamportChange");
        }
        from.debit(lamports);
        to.credit(lamports);
    }

    private static void requireSigner(RunningAccount account) {
        if (!account.isSigner()) {
            throw ProgramAbort.named("MissingRequiredSignature");
        }
    }
}
