package dev.mandate.engine.authority;

import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.TokenHash;
import io.vavr.control.Option;

/**
 * The ports of keys that the engine holds: those of managed signers, of its own voters, and of the limits that it keeps.
 *
 * @param ids a keyed hash that makes ids of identities and keys
 * @param email none: nobody can sign in by e-mail
 */
public record AuthorityPorts(KeyVault vault, AuthorityKeys keys, TokenHash ids, Option<EmailPorts> email) {}
