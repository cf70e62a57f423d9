package org.eigenlens.kernel;

import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** The kernels there are, one call each. */
public final class Kernels {

  private Kernels() {}

  /** Returns x·y. */
  public static Kernel linear() {
    return new Linear();
  }

  /** Returns (γ·x·y + c)^p. */
  public static Kernel polynomial(double gamma, double coef0, int degree) {
    return new Polynomial(gamma, coef0, degree);
  }

  /** Returns exp(−γ‖x − y‖²). */
  public static Kernel rbf(double gamma) {
    return new Rbf(gamma);
  }

  /** Returns tanh(γ·x·y + c), which is not positive. */
  public static Kernel sigmoid(double gamma, double coef0) {
    return new Sigmoid(gamma, coef0);
  }

  /** Returns exp(−γ‖x − y‖₁). */
  public static Kernel laplacian(double gamma) {
    return new Laplacian(gamma);
  }

  /** Returns x·y/(‖x‖‖y‖). */
  public static Kernel cosine() {
    return new Cosine();
  }

  /** Returns exp(−γ·Σ(x − y)²/(x + y)), for counts. */
  public static Kernel chiSquared(double gamma) {
    return new ChiSquared(gamma);
  }

  /** Returns 1 for points that are the same and 0 for others: the kernel of classes. */
  public static Kernel delta() {
    return new Delta();
  }

  /** Returns the sum of kernels. */
  public static Kernel sum(Kernel... parts) {
    return new Sum(List.of(parts));
  }

  /** Returns the product of kernels. */
  public static Kernel product(Kernel... parts) {
    return new Product(List.of(parts));
  }

  /** Returns a kernel made of a function; a model fitted with it cannot be saved. */
  public static Kernel of(String name, ToDoubleBiFunction<double[], double[]> function) {
    return new Custom(name, function);
  }

  /** Returns the kernel of a similarity matrix that the user has computed. */
  public static Kernel precomputed() {
    return new Precomputed();
  }
}
