package dev.mandate.solana.squadsv4.instruction;

/** What an account of an instruction is there for, by the program's own word. */
public enum AccountRole {
    PROGRAM_CONFIG,
    TREASURY,
    MULTISIG,
    CREATE_KEY,
    CREATOR,
    CONFIG_AUTHORITY,
    RENT_PAYER,
    RENT_COLLECTOR,
    SYSTEM_PROGRAM,
    TRANSACTION,
    PROPOSAL,
    MEMBER,
    SPENDING_LIMIT,
    VAULT,
    DESTINATION,
    MINT,
    VAULT_TOKEN_ACCOUNT,
    DESTINATION_TOKEN_ACCOUNT,
    TOKEN_PROGRAM,
    TRANSACTION_BUFFER
}
