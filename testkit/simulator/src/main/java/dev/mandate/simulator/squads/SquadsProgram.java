package dev.mandate.simulator.squads;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.NetworkParameters;
import dev.mandate.simulator.runtime.Program;
import dev.mandate.simulator.squads.anchor.AnchorCode;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.account.ProgramConfigAccount;
import dev.mandate.solana.squadsv4.instruction.InstructionType;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The multisig program at its public address. */
public final class SquadsProgram implements Program {

    /** Receives creation fees. The initial fee is zero, as on mainnet. */
    public static final Address TREASURY = Address.of("5DH2e3cJmFpyi6mk65EGFediunm4ui6BiKNUNrhWtD1b");

    private static final Address CONFIG_AUTHORITY = Address.of("8xgjL6yqGmNeMUKMBcjUug47JL2QcWY3EBrFfYeHtYFT");
    private static final long TREASURY_LAMPORTS = 1_000_000_000;

    private static final Map<InstructionType, Handler> HANDLERS = handlers();

    private static Map<InstructionType, Handler> handlers() {
        Map<InstructionType, Handler> handlers = new EnumMap<>(InstructionType.class);
        handlers.put(InstructionType.MULTISIG_CREATE_V2, MultisigCreation::run);
        handlers.put(InstructionType.MULTISIG_ADD_MEMBER, AuthorityChange::addMember);
        handlers.put(InstructionType.MULTISIG_REMOVE_MEMBER, AuthorityChange::removeMember);
        handlers.put(InstructionType.MULTISIG_CHANGE_THRESHOLD, AuthorityChange::changeThreshold);
        handlers.put(InstructionType.MULTISIG_SET_TIME_LOCK, AuthorityChange::setTimeLock);
        handlers.put(InstructionType.MULTISIG_SET_CONFIG_AUTHORITY, AuthorityChange::setConfigAuthority);
        handlers.put(InstructionType.MULTISIG_SET_RENT_COLLECTOR, AuthorityChange::setRentCollector);
        handlers.put(InstructionType.MULTISIG_ADD_SPENDING_LIMIT, AuthorityLimits::add);
        handlers.put(InstructionType.MULTISIG_REMOVE_SPENDING_LIMIT, AuthorityLimits::remove);
        handlers.put(InstructionType.CONFIG_TRANSACTION_CREATE, ConfigTransactions::create);
        handlers.put(InstructionType.CONFIG_TRANSACTION_EXECUTE, ConfigExecution::run);
        handlers.put(InstructionType.CONFIG_TRANSACTION_ACCOUNTS_CLOSE, AccountsClosing::config);
        handlers.put(InstructionType.VAULT_TRANSACTION_CREATE, VaultTransactions::create);
        handlers.put(InstructionType.VAULT_TRANSACTION_CREATE_FROM_BUFFER, VaultTransactions::createFromBuffer);
        handlers.put(InstructionType.VAULT_TRANSACTION_EXECUTE, VaultExecution::run);
        handlers.put(InstructionType.VAULT_TRANSACTION_ACCOUNTS_CLOSE, AccountsClosing::vault);
        handlers.put(InstructionType.PROPOSAL_CREATE, Proposals::create);
        handlers.put(InstructionType.PROPOSAL_ACTIVATE, Proposals::activate);
        handlers.put(InstructionType.PROPOSAL_APPROVE, Proposals::approve);
        handlers.put(InstructionType.PROPOSAL_REJECT, Proposals::reject);
        handlers.put(InstructionType.PROPOSAL_CANCEL, Proposals::cancel);
        handlers.put(InstructionType.PROPOSAL_CANCEL_V2, Proposals::cancelWithRoom);
        handlers.put(InstructionType.SPENDING_LIMIT_USE, SpendingLimitExecution::run);
        handlers.put(InstructionType.TRANSACTION_BUFFER_CREATE, SimulatedBuffers::create);
        handlers.put(InstructionType.TRANSACTION_BUFFER_EXTEND, SimulatedBuffers::extend);
        handlers.put(InstructionType.TRANSACTION_BUFFER_CLOSE, SimulatedBuffers::close);
        return handlers;
    }

    /** Returns the accounts that the program needs before its first use. */
    public static Map<Address, AccountData> genesisAccounts(NetworkParameters network) {
        ProgramConfigAccount config = ProgramConfigAccount.of(CONFIG_AUTHORITY, BaseUnits.ZERO, TREASURY);
        AccountData configAccount = new AccountData(
                BaseUnits.of(network.exemptMinimum(ProgramConfigAccount.SIZE)), SquadsV4.PROGRAM, config.content(), false);
        AccountData treasury = new AccountData(BaseUnits.of(TREASURY_LAMPORTS), Address.ZERO, Bytes.EMPTY, false);
        return Map.of(SquadsAddresses.V4.programConfig().address(), configAccount, TREASURY, treasury);
    }

    @Override
    public Address address() {
        return SquadsV4.PROGRAM;
    }

    @Override
    public int usualComputeUnits() {
        return 18_000;
    }

    @Override
    public void run(Invocation invocation) {
        if (invocation.data().length() < Long.BYTES) {
            throw AnchorCode.INSTRUCTION_MISSING.abort();
        }
        @Nullable
        Handler handler = InstructionType.of(new ByteReader(invocation.data()).discriminator())
                .map(HANDLERS::get)
                .getOrNull();
        if (handler == null) {
            throw AnchorCode.INSTRUCTION_FALLBACK_NOT_FOUND.abort();
        }
        handler.run(invocation);
    }
}
