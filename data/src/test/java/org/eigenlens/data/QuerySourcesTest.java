package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files behind a query; {@code %s} is their folder, and in it are x.csv, y.csv and more/. */
class QuerySourcesTest {

  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    Files.createDirectory(folder.resolve("more"));
    for (String name : List.of("x.csv", "y.csv", "more/z.csv", ".csv")) {
      Files.writeString(folder.resolve(name), "a,b\n1,2\n3,4\n");
    }
  }

  private List<Path> filesOf(String query) {
    return Tables.paths(List.of(), Optional.of(query.replace("%s", folder.toString())));
  }

  private Table open(String query) {
    return Tables.query(query.replace("%s", folder.toString()), ReadOptions.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "from '%s/x.csv'",
        "select * from \"%s/x\".csv",
        "select * from 'file://%s/x.csv'",
        "select * from read_csv($$%s/x.csv$$)",
        "select * from READ_CSV(e'%s/\\x78.csv', header = true)",
        "select * from main.read_csv('%s/x.csv')",
        "select * from read_csv(['%s/x.csv'], all_varchar := false)",
        "select * from read_csv(array[$q$%s/x.csv$q$])",
        "select * from read_csv('%s/x.?sv')",
        "select * from read_text('%s/x.c*')",
        "select * from sniff_csv('%s/x.csv')",
        "with t as materialized (from '%s/x.csv') select * from t",
        "select 1 as a where exists (select 1 from '%s/x.csv')",
        "select 1 as a order by (select max(a) from '%s/x.csv')",
        "select 1 as a union all by name (select a from '%s/x.csv')",
        "select * from range(2) t(i), lateral (select a + i from '%s/x.csv')",
        "describe from '%s/x.csv'",
        "summarize '%s/x.csv'",
        "pivot '%s/x.csv' on a in (1, 3) using sum(b)",
        "unpivot '%s/x.csv' on a, b",
        "table '%s/x.csv'",
        "/* it's */ select * from '%s/x.csv' -- '%s/y.csv'",
        "select '%s/y.csv' as \"%s/y.csv\", * from '%s/x.csv'",
      })
  void areFoundHoweverTheyAreWritten(String query) {
    assertThat(filesOf(query)).containsExactly(folder.resolve("x.csv"));
    assertThat(open(query).columns()).isNotEmpty();
  }

  @Test
  void ofAFolderAreAllInIt() {
    String query = "select * from read_csv('%s/more')";
    assertThat(filesOf(query)).containsExactly(folder.resolve("more/z.csv"));
    assertThat(open(query).toMatrix().rows()).isEqualTo(2);
  }

  @Test
  void ofAListAreAllOfThem() {
    assertThat(filesOf("select * from read_csv(['%s/y.csv', '%s/more/*', '%s/none.csv'])"))
        .containsExactly(folder.resolve("more/z.csv"), folder.resolve("y.csv"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select '%s/x.csv' as a",
        "select * from range(3)",
        "select * from generate_series(1, 3) as t(a), unnest([1, 2]) as u(b)",
        "values (1, 2)",
        "with x as (select 1 as a) select * from x",
        "with recursive r as (select 1 as a union all select a + 1 from r where a < 3) from r",
        "select * from json_each('[1, 2]')",
      })
  void thereAreNoneWhereRowsAreMade(String query) {
    assertThat(filesOf(query)).isEmpty();
    assertThat(open(query).columns()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from read_csv('%s/x' || '.csv')",
        "select * from read_csv(concat('%s/x', '.csv'))",
        "select * from read_csv(['%s/y.csv', '%s/x' || '.csv'])",
        "select * from read_csv(list_transform(['%s/x'], lambda f: f || '.csv'))",
        "select * from read_csv(getvariable('x'))",
        "select * from read_csv('%s/x.csv'::varchar)",
        "select * from read_csv(\"%s/x.csv\")",
        "select * from read_csv(?)",
        "select * from read_csv((select '%s/x.csv'))",
        "select * from read_csv(files := '%s/x.csv')",
        "from (values ('%s/x.csv')) t(f), read_text(f)",
        "with t as (select * from read_csv('%s/x' || '.csv')) select * from t",
        "select (select max(a) from read_csv('%s/x' || '.csv')) as a",
      })
  void computedNamesAreRefused(String query) {
    requireRefused(query, "are computed; write each name as one text, as in read_");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "from query('select * from read_csv(''%s/x'' || ''.csv'')')",
        "from query_table('%s/x.csv')",
        "from query_table(['%s/x.csv'])",
        "from histogram('%s/x.csv', a)",
        "from json_execute_serialized_sql(json_serialize_sql('from ''%s/x.csv'''))",
        "from enable_logging(storage = 'file', storage_path = '%s')",
        "from arrow_scan(1, 2, 3)",
        "from nothing_like_this(1)",
      })
  void whatCannotBeKnownBeforehandIsRefused(String query) {
    requireRefused(query, " reads cannot be told beforehand; select from ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1 as a; select 2 as a",
        "select 1 as a) as s; copy (select 7 as a) to '%s/x.csv'; select * from (select 1 as b",
        "select 1 as a) as s; select * from (select 1 as b",
        "select 1 as a) as s, (select 2 as b",
        "with t as (copy (select 7 as a) to '%s/x.csv') select * from t",
        "with t as (insert into u values (1) returning *) select * from t",
        "copy (select 7 as a) to '%s/x.csv'",
        "attach '%s/x.csv' as other",
        "install httpfs",
        "load httpfs",
        "set memory_limit = '1TB'",
        "pragma enable_profiling",
        "call enable_profiling()",
        "create macro m() as table select 1",
        "export database '%s/more'",
        "pivot '%s/x.csv' on a using sum(b)",
      })
  void anythingButOneQueryThatSelectsIsRefused(String query) throws IOException {
    assertThatThrownBy(() -> open(query))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("the query: ");
    assertThat(folder.resolve("x.csv")).hasContent("a,b\n1,2\n3,4\n");
  }

  private void requireRefused(String query, String why) {
    for (Runnable asked : List.<Runnable>of(() -> open(query), () -> filesOf(query))) {
      assertThatThrownBy(asked::run)
          .isInstanceOf(DataException.class)
          .hasMessageStartingWith("the query: ")
          .hasMessageContaining(why)
          .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }
  }

  @Test
  void deepQueriesAreReadOrRefused() {
    assertThat(open("select 1" + " + 1".repeat(150) + " as a").toMatrix().get(0, 0)).isEqualTo(151);
    for (int levels : new int[] {190, 300, 450, 900, 1100}) {
      // DuckDB takes a thousand, and the stack of a thread of Java fewer: that ended the process.
      String calls = "select " + "abs(".repeat(levels) + "1" + ")".repeat(levels) + " as a";
      StringBuilder steps = new StringBuilder("with t0 as (select 1 as a)");
      for (int i = 1; i < levels; i++) {
        steps.append(", t%d as (select * from t%d)".formatted(i, i - 1));
      }
      steps.append(" select * from t").append(levels - 1);
      for (String deep : List.of(calls, steps.toString())) {
        if (levels < Duck.DEEPEST) {
          assertThat(open(deep).toMatrix().get(0, 0)).isEqualTo(1);
        } else {
          assertThatThrownBy(() -> open(deep))
              .isInstanceOf(DataException.class)
              .hasMessageContaining("it has more than 200 levels of parentheses, terms or steps; ");
        }
      }
    }
    requireRefused("select 1" + " + 1".repeat(20_000) + " as a", "; ");
    requireRefused("select " + "(".repeat(20_000) + "1" + ")".repeat(20_000) + " as a", "; ");
  }
}
