package org.eigenlens.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.eigenlens.kernel.Bandwidth;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.matrix.RowSource;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The kernel of one side of a test.
 *
 * @param name absent for delta
 */
record SideKernel(Optional<KernelOptions.Name> name) {

  /** Returns how the kernel of a side is chosen; delta is what classes have, and nothing else. */
  static KernelChoice choice(
      Optional<SideKernel> asked,
      Optional<KernelValues.Gamma> gamma,
      boolean classes,
      long seed,
      String option,
      String instead) {
    if (classes && asked.isPresent() && asked.get().name().isPresent()) {
      throw new IllegalArgumentException(
          option
              + " "
              + asked.get().name().get().label()
              + " is for numbers, and these are classes; "
              + instead);
    }
    Optional<KernelOptions.Name> name =
        asked
            .map(SideKernel::name)
            .orElse(classes ? Optional.empty() : Optional.of(KernelOptions.Name.RBF));
    if (gamma.isPresent() && !name.map(KernelOptions.Name::hasGamma).orElse(false)) {
      throw new IllegalArgumentException(
          "%s has no effect on the %s kernel; leave it out"
              .formatted(
                  option.replace("kernel", "gamma"),
                  name.map(KernelOptions.Name::label).orElse("delta")));
    }
    if (name.isEmpty()) {
      return new KernelChoice.Fixed(Kernels.delta());
    }
    return rows ->
        name.get()
            .kernel(
                width(name.get(), gamma, rows, seed),
                KernelOptions.DEFAULT_COEF0,
                KernelOptions.DEFAULT_DEGREE);
  }

  private static double width(
      KernelOptions.Name name, Optional<KernelValues.Gamma> gamma, RowSource rows, long seed) {
    OptionalDouble number = KernelValues.Gamma.number(gamma);
    if (number.isPresent()) {
      return number.getAsDouble();
    }
    boolean rbf = name == KernelOptions.Name.RBF;
    if (rbf || name == KernelOptions.Name.LAPLACIAN) {
      Bandwidth.Family family = rbf ? Bandwidth.Family.RBF : Bandwidth.Family.LAPLACIAN;
      return Bandwidth.measure(rows, family, seed).median();
    }
    return 1.0 / rows.columns();
  }

  /** Reads the name of a kernel. */
  static final class Converter implements ITypeConverter<SideKernel> {
    @Override
    public SideKernel convert(String text) {
      String lower = text.toLowerCase(Locale.ROOT);
      if (lower.equals("delta")) {
        return new SideKernel(Optional.empty());
      }
      return Arrays.stream(KernelOptions.Name.values())
          .filter(name -> name != KernelOptions.Name.PRECOMPUTED && name.label().equals(lower))
          .findFirst()
          .map(name -> new SideKernel(Optional.of(name)))
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "there is no kernel '"
                          + text
                          + "'; choose linear, poly, rbf, sigmoid, laplacian, cosine, chi2 or"
                          + " delta"));
    }
  }
}
