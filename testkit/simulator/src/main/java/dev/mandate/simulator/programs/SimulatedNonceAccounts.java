package dev.mandate.simulator.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.AccountProblem;
import dev.mandate.solana.programs.account.NonceAccount;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.ProgramAbort;
import dev.mandate.simulator.runtime.RunningAccount;

/** The system program's instructions on durable nonces. */
final class SimulatedNonceAccounts {

    private static final Address RECENT_BLOCKHASHES = Address.of("SysvarRecentB1ockHashes11111111111111111111");
    private static final Address RENT = Address.of("SysvarRent111111111111111111111111111111111");

    private static final long BLOCKHASH_NOT_EXPIRED = 7;

    private SimulatedNonceAccounts() {}

    static void initialize(Invocation invocation, Address authority) {
        RunningAccount nonce = invocation.account(0);
        requireSysvar(invocation.account(1), RECENT_BLOCKHASHES);
        requireSysvar(invocation.account(2), RENT);
        requireWritable(nonce);
        if (!isUninitialized(nonce.data())) {
            throw ProgramAbort.named("InvalidAccountData");
        }
        if (Long.compareUnsigned(nonce.lamports(), invocation.exemptMinimum(NonceAccount.LENGTH)) < 0) {
            throw ProgramAbort.named("InsufficientFunds");
        }
        nonce.write(
                NonceValues.next(authority, invocation.now()).encode());
    }

    static void advance(Invocation invocation) {
        RunningAccount nonce = invocation.account(0);
        requireSysvar(invocation.account(1), RECENT_BLOCKHASHES);
        requireWritable(nonce);
        NonceAccount state = state(nonce);
        requireSigner(invocation, state.authority());
        NonceAccount next = next(state, invocation);
        if (next.value().equals(state.value())) {
            throw ProgramAbort.custom(BLOCKHASH_NOT_EXPIRED);
        }
        nonce.write(next.encode());
    }

    static void authorize(Invocation invocation, Address authority) {
        RunningAccount nonce = invocation.account(0);
        requireWritable(nonce);
        NonceAccount state = state(nonce);
        requireSigner(invocation, state.authority());
        nonce.write(new NonceAccount(state.version(), authority, state.value(), state.lamportsPerSignature()).encode());
    }

    static void withdraw(Invocation invocation, long lamports) {
        RunningAccount nonce = invocation.account(0);
        RunningAccount to = invocation.account(1);
        requireSysvar(invocation.account(2), RECENT_BLOCKHASHES);
        requireSysvar(invocation.account(3), RENT);
        requireWritable(nonce);
        boolean uninitialized = isUninitialized(nonce.data());
        Address authority = uninitialized ? nonce.address() : state(nonce).authority();
        boolean all = lamports == nonce.lamports();
        if (!uninitialized
                && all
                && next(state(nonce), invocation).value().equals(state(nonce).value())) {
            throw ProgramAbort.custom(BLOCKHASH_NOT_EXPIRED);
        }
        long kept = uninitialized || all ? 0 : invocation.exemptMinimum(nonce.data().length());
        if (Long.compareUnsigned(lamports, nonce.lamports()) > 0 || Long.compareUnsigned(nonce.lamports() - lamports, kept) < 0) {
            throw ProgramAbort.named("InsufficientFunds");
        }
        requireSigner(invocation, authority);
        SimulatedSystemProgram.move(nonce, to, lamports);
    }

    private static NonceAccount state(RunningAccount nonce) {
        return NonceValues.read(nonce.data()).getOrElseThrow(() -> ProgramAbort.named("InvalidAccountData"));
    }

    private static NonceAccount next(NonceAccount state, Invocation invocation) {
        return NonceValues.next(state.authority(), invocation.now());
    }

    private static boolean isUninitialized(Bytes data) {
        return NonceAccount.decode(data).fold(AccountProblem.NotInitialized.class::isInstance, nonce -> false);
    }

    private static void requireSysvar(RunningAccount account, Address sysvar) {
        if (!account.address().equals(sysvar)) {
            throw ProgramAbort.named("InvalidArgument");
        }
    }

    private static void requireWritable(RunningAccount account) {
        if (!account.isWritable()) {
            throw ProgramAbort.named("InvalidArgument");
        }
        if (!account.owner().equals(SystemProgram.ID)) {
            throw ProgramAbort.named("InvalidAccountOwner");
        }
    }

    private static void requireSigner(Invocation invocation, Address authority) {
        for (int i = 0; i < invocation.accountCount(); i++) {
            RunningAccount account = invocation.account(i);
            if (account.address().equals(authority) && account.isSigner()) {
                return;
            }
        }
        throw ProgramAbort.named("MissingRequiredSignature");
    }
}
