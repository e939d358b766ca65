package dev.mandate.simulator.squads;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProposalAccount;
import dev.mandate.solana.squadsv4.account.VaultTransactionAccount;
import dev.mandate.solana.squadsv4.terms.TransactionTerms;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.simulator.squads.anchor.AccountList;
import dev.mandate.simulator.squads.anchor.Stored;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.HashSet;
import java.util.Set;

/** {@code vault_transaction_execute}: runs the stored instructions with the vault and the ephemeral signers as signers. */
final class VaultExecution {

    private final Invocation invocation;
    private final Stored<MultisigAccount> multisig;
    private final Stored<ProposalAccount> proposal;
    private final Stored<VaultTransactionAccount> transaction;
    private final RunningAccount member;
    private final Array<RunningAccount> remaining;

    private VaultExecution(Invocation invocation) {
        AccountList accounts = new AccountList(invocation);
        this.invocation = invocation;
        this.multisig = accounts.stored(MultisigAccount::decode);
        this.proposal = accounts.stored(ProposalAccount::decode);
        this.transaction = accounts.stored(VaultTransactionAccount::decode);
        this.member = accounts.signer();
        this.remaining = accounts.remaining();
    }

    static void run(Invocation invocation) {
        new VaultExecution(invocation).run();
    }

    private void run() {
        long index = transaction.content().index();
        SquadsAccounts.requireAddress(multisig);
        SquadsAccounts.requireAddress(multisig, proposal, index);
        SquadsAccounts.requireTransactionAddress(multisig, transaction.view(), index);

        ManagedTransaction managed = new ManagedTransaction(
                index,
                Option.some(TransactionTerms.read(transaction.content())),
                Option.some(Rules.proposal(proposal.content())));
        SmartAccount after = Rules.apply(
                Rules.account(multisig.content()).with(managed),
                new Command.Execute(member.address(), index),
                invocation.now().time());
        runMessage(signers());
        proposal.write(TransactionTerms.write(
                after.transactions()
                        .get(index)
                        .flatMap(ManagedTransaction::proposal)
                        .get(),
                SquadsAccounts.settings(multisig),
                index,
                proposal.content().bump()));
    }

    /** Returns the addresses for which the program signs: the vault and the ephemeral signers of this transaction. */
    private Set<Address> signers() {
        Set<Address> signers = new HashSet<>();
        signers.add(SquadsAccounts.ADDRESSES
                .vault(SquadsAccounts.settings(multisig), transaction.content().vaultIndex())
                .address());
        for (int i = 0; i < transaction.content().ephemeralSignerBumps().length(); i++) {
            signers.add(
                    SquadsAccounts.ADDRESSES.ephemeralSigner(transaction.address(), i).address());
        }
        return signers;
    }

    private void runMessage(Set<Address> signers) {
        ExecutableMessage message = ExecutableMessage.of(transaction.content().message(), remaining, signers);
        for (Instruction instruction : message.instructions()) {
            requireUnprotected(instruction);
            invocation.invoke(instruction, signers);
        }
    }

    /** A transaction may not write to its own proposal. */
    private void requireUnprotected(Instruction instruction) {
        for (AccountMeta meta : instruction.accounts()) {
            if (meta.writable() && meta.address().equals(proposal.address())) {
                throw Rules.error(ProgramError.PROTECTED_ACCOUNT);
            }
        }
    }
}
