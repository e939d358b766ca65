/**
 * Every refusal as a code, a sentence in plain English and a remedy, for hosts that show them to their own users and for adapters. Nothing here
 * knows a transport: an adapter adds its statuses and the names of its fields.
 */
@NullMarked
package dev.mandate.ports.api.refusal;

import org.jspecify.annotations.NullMarked;
