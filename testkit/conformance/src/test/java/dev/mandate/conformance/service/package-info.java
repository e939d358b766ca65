@NullMarked
package dev.mandate.conformance.service;

import org.jspecify.annotations.NullMarked;
