package dev.mandate.solana.format;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.review.AddressKind;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.LookupTableAccount;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/** Addresses that are the same on every network. Source: {@code solana-sdk-ids}. */
final class NativePrograms {

    static final Address UPGRADEABLE_LOADER = Address.of("BPFLoaderUpgradeab1e11111111111111111111111");
    static final Address LOADER_V4 = Address.of("LoaderV411111111111111111111111111111111111");
    static final Address STAKE = Address.of("Stake11111111111111111111111111111111111111");
    static final Address VOTE = Address.of("Vote111111111111111111111111111111111111111");
    static final Address LOOKUP_TABLES = LookupTableAccount.PROGRAM;
    static final Address SYSVAR_OWNER = Address.of("Sysvar1111111111111111111111111111111111111");
    static final Address WRAPPED_SOL = Address.of("So11111111111111111111111111111111111111112");

    /** They own programs, and what they keep of these. */
    static final Set<Address> LOADERS = Array.of(
                    UPGRADEABLE_LOADER,
                    LOADER_V4,
                    Address.of("NativeLoader1111111111111111111111111111111"),
                    Address.of("BPFLoader1111111111111111111111111111111111"),
                    Address.of("BPFLoader2111111111111111111111111111111111"))
            .toSet();

    /** Programs that are part of the validator itself; others of its programs have become programs on the chain. */
    static final Set<Address> BUILT_IN = LOADERS.addAll(Array.of(
            SystemProgram.ID,
            VOTE,
            ComputeBudgetProgram.ID,
            Address.of("Ed25519SigVerify111111111111111111111111111"),
            Address.of("KeccakSecp256k11111111111111111111111111111")));

    private static final Map<Address, AddressKind> KINDS = kinds();

    private NativePrograms() {}

    /** What is at a well-known address; none if the address is not well known. */
    static Option<AddressKind> kind(Address address) {
        return KINDS.get(address);
    }

    private static Map<Address, AddressKind> kinds() {
        Array<Address> programs = Array.of(
                        SystemProgram.ID,
                        STAKE,
                        VOTE,
                        LOOKUP_TABLES,
                        ComputeBudgetProgram.ID,
                        AssociatedTokenProgram.ID,
                        MemoProgram.ID,
                        Address.of("Config1111111111111111111111111111111111111"),
                        Address.of("Ed25519SigVerify111111111111111111111111111"),
                        Address.of("KeccakSecp256k11111111111111111111111111111"),
                        Address.of("Secp256r1SigVerify1111111111111111111111111"),
                        Address.of("ZkE1Gama1Proof11111111111111111111111111111"),
                        Address.of("ZkTokenProof1111111111111111111111111111111"),
                        Address.of("Feature111111111111111111111111111111111111"),
                        // Lamports that it gets are burned.
                        Address.of("1nc1nerator11111111111111111111111111111111"))
                .appendAll(LOADERS)
                .appendAll(Array.of(TokenProgram.values()).map(TokenProgram::id));
        Array<Address> sysvars = Array.of(
                        "SysvarC1ock11111111111111111111111111111111",
                        "SysvarEpochRewards1111111111111111111111111",
                        "SysvarEpochSchedu1e111111111111111111111111",
                        "SysvarFees111111111111111111111111111111111",
                        "Sysvar1nstructions1111111111111111111111111",
                        "SysvarLastRestartS1ot1111111111111111111111",
                        "SysvarRecentB1ockHashes11111111111111111111",
                        "SysvarRent111111111111111111111111111111111",
                        "SysvarRewards111111111111111111111111111111",
                        "SysvarS1otHashes111111111111111111111111111",
                        "SysvarS1otHistory11111111111111111111111111",
                        "SysvarStakeHistory1111111111111111111111111",
                        "StakeConfig11111111111111111111111111111111")
                .map(Address::of)
                .append(SYSVAR_OWNER);
        return HashMap.<Address, AddressKind>empty()
                .merge(programs.toMap(address -> address, address -> AddressKind.PROGRAM))
                .merge(sysvars.toMap(address -> address, address -> AddressKind.SYSVAR))
                .put(WRAPPED_SOL, AddressKind.MINT);
    }
}
