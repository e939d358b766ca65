package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.LookupTableAccount;
import java.util.Set;

/** Addresses that the runtime itself knows. */
final class KnownAddresses {

    static final Address NATIVE_LOADER = Address.of("NativeLoader1111111111111111111111111111111");
    static final Address PROGRAM_LOADER = Address.of("BPFLoader2111111111111111111111111111111111");

    /** No transaction can write to these, even if its message requests it. */
    private static final Set<Address> RESERVED = Set.of(
            SystemProgram.ID,
            ComputeBudgetProgram.ID,
            LookupTableAccount.PROGRAM,
            NATIVE_LOADER,
            PROGRAM_LOADER,
            Address.of("BPFLoader1111111111111111111111111111111111"),
            Address.of("BPFLoaderUpgradeab1e11111111111111111111111"),
            Address.of("Config1111111111111111111111111111111111111"),
            Address.of("Ed25519SigVerify111111111111111111111111111"),
            Address.of("Feature111111111111111111111111111111111111"),
            Address.of("KeccakSecp256k11111111111111111111111111111"),
            Address.of("Stake11111111111111111111111111111111111111"),
            Address.of("StakeConfig11111111111111111111111111111111"),
            Address.of("Sysvar1111111111111111111111111111111111111"),
            Address.of("SysvarC1ock11111111111111111111111111111111"),
            Address.of("SysvarEpochSchedu1e111111111111111111111111"),
            Address.of("SysvarFees111111111111111111111111111111111"),
            Address.of("Sysvar1nstructions1111111111111111111111111"),
            Address.of("SysvarRecentB1ockHashes11111111111111111111"),
            Address.of("SysvarRent111111111111111111111111111111111"),
            Address.of("SysvarRewards111111111111111111111111111111"),
            Address.of("SysvarS1otHashes111111111111111111111111111"),
            Address.of("SysvarS1otHistory11111111111111111111111111"),
            Address.of("SysvarStakeHistory1111111111111111111111111"),
            Address.of("Vote111111111111111111111111111111111111111"));

    /** Programs inside the runtime. Without a compute unit limit they count with a lower default (SIMD-0170). */
    private static final Set<Address> NATIVE_PROGRAMS = Set.of(
            SystemProgram.ID,
            ComputeBudgetProgram.ID,
            PROGRAM_LOADER,
            Address.of("BPFLoader1111111111111111111111111111111111"),
            Address.of("BPFLoaderUpgradeab1e11111111111111111111111"),
            Address.of("LoaderV411111111111111111111111111111111111"),
            Address.of("Vote111111111111111111111111111111111111111"));

    private KnownAddresses() {}

    static boolean isReserved(Address address) {
        return RESERVED.contains(address);
    }

    static boolean isNativeProgram(Address address) {
        return NATIVE_PROGRAMS.contains(address);
    }
}
