package dev.mandate.testkit.simulated.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.testkit.simulated.runtime.AccountView;
import dev.mandate.testkit.simulated.runtime.Invocation;
import dev.mandate.testkit.simulated.runtime.ProgramAbort;
import dev.mandate.testkit.simulated.runtime.Rent;

/** The system program's instructions on durable nonces. */
final class NonceAccounts {

    private static final Address RECENT_BLOCKHASHES = Address.ofConstant("SysvarRecentB1ockHashes11111111111111111111");
    private static final Address RENT = Address.ofConstant("SysvarRent111111111111111111111111111111111");

    private static final long BLOCKHASH_NOT_EXPIRED = 7;

    private NonceAccounts() {}

    static void initialize(Invocation invocation, Address authority) {
        AccountView nonce = invocation.account(0);
        requireSysvar(invocation.account(1), RECENT_BLOCKHASHES);
        requireSysvar(invocation.account(2), RENT);
        requireWritable(nonce);
        if (!NonceState.isUninitialized(nonce.data())) {
            throw ProgramAbort.named("InvalidAccountData");
        }
        if (Long.compareUnsigned(nonce.lamports(), Rent.exemptMinimum(NonceState.LENGTH)) < 0) {
            throw ProgramAbort.named("InsufficientFunds");
        }
        nonce.write(NonceState.initial(authority, invocation.now().latestBlockhash()).serialize());
    }

    static void advance(Invocation invocation) {
        AccountView nonce = invocation.account(0);
        requireSysvar(invocation.account(1), RECENT_BLOCKHASHES);
        requireWritable(nonce);
        NonceState state = state(nonce);
        requireSigner(invocation, state.authority());
        NonceState next = state.next(invocation.now().latestBlockhash());
        if (next.value().equals(state.value())) {
            throw ProgramAbort.custom(BLOCKHASH_NOT_EXPIRED);
        }
        nonce.write(next.serialize());
    }

    static void authorize(Invocation invocation, Address authority) {
        AccountView nonce = invocation.account(0);
        requireWritable(nonce);
        NonceState state = state(nonce);
        requireSigner(invocation, state.authority());
        nonce.write(new NonceState(authority, state.value(), state.lamportsPerSignature()).serialize());
    }

    static void withdraw(Invocation invocation, long lamports) {
        AccountView nonce = invocation.account(0);
        AccountView to = invocation.account(1);
        requireSysvar(invocation.account(2), RECENT_BLOCKHASHES);
        requireSysvar(invocation.account(3), RENT);
        requireWritable(nonce);
        boolean uninitialized = NonceState.isUninitialized(nonce.data());
        Address authority = uninitialized ? nonce.address() : state(nonce).authority();
        boolean all = lamports == nonce.lamports();
        if (!uninitialized && all && state(nonce).next(invocation.now().latestBlockhash()).equals(state(nonce))) {
            throw ProgramAbort.custom(BLOCKHASH_NOT_EXPIRED);
        }
        long kept = uninitialized || all ? 0 : Rent.exemptMinimum(nonce.data().length());
        if (Long.compareUnsigned(lamports, nonce.lamports()) > 0 || nonce.lamports() - lamports < kept) {
            throw ProgramAbort.named("InsufficientFunds");
        }
        requireSigner(invocation, authority);
        nonce.debit(lamports);
        to.credit(lamports);
    }

    private static NonceState state(AccountView nonce) {
        return NonceState.parse(nonce.data()).getOrElseThrow(() -> ProgramAbort.named("InvalidAccountData"));
    }

    private static void requireSysvar(AccountView account, Address sysvar) {
        if (!account.address().equals(sysvar)) {
            throw ProgramAbort.named("InvalidArgument");
        }
    }

    private static void requireWritable(AccountView account) {
        if (!account.isWritable()) {
            throw ProgramAbort.named("InvalidArgument");
        }
        if (!account.owner().equals(SystemProgram.ADDRESS)) {
            throw ProgramAbort.named("InvalidAccountOwner");
        }
    }

    private static void requireSigner(Invocation invocation, Address authority) {
        for (int i = 0; i < invocation.accountCount(); i++) {
            AccountView account = invocation.account(i);
            if (account.address().equals(authority) && account.isSigner()) {
                return;
            }
        }
        throw ProgramAbort.named("MissingRequiredSignature");
    }
}
