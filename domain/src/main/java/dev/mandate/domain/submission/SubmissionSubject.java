package dev.mandate.domain.submission;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;

/**
 * Whose submission it is, and what about.
 *
 * @param account that it acts on or makes
 */
public record SubmissionSubject(Tenant tenant, Network network, Address account) {}
